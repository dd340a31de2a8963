"""A turn's phases, in the order of SC-TURN-001; a turn is a month (SC-TURN-002)."""

from __future__ import annotations

from horizons_core.turn import Phase, TurnContext
from variants.starcluster.model import Starcluster
from variants.starcluster.rules import (
    bankruptcy,
    battles,
    bombardment,
    breakthroughs,
    charts,
    colonies,
    construction,
    courses,
    defenses,
    diplomacy,
    exploration,
    ground,
    growth,
    income,
    installations,
    liquidation,
    logistics,
    movement,
    natives,
    projects,
    races,
    raids,
    sightings,
    standings,
    trade,
    treasury,
    yards,
)


def _orders(context: TurnContext[Starcluster]) -> None:
    bankruptcy.reject_orders(context)
    races.apply_race_orders(context)
    natives.develop_races(context)
    natives.order_fleets(context)
    context.carry_out()


def _diplomacy(context: TurnContext[Starcluster]) -> None:
    diplomacy.run_diplomacy(context)
    bankruptcy.sell_assets(context)


def _movement(context: TurnContext[Starcluster]) -> None:
    movement.move_fleets(context)
    movement.apply_hazards(context)
    logistics.restore_supplied(context)
    _update_sightings(context)
    charts.fly_drones(context)
    exploration.complete_scans_on_arrival(context)


def _space_combat(context: TurnContext[Starcluster]) -> None:
    battles.fight_battles(context)
    raids.raid_freighters(context)


def _colonization(context: TurnContext[Starcluster]) -> None:
    colonies.move_transfers(context)
    colonies.advance_expeditions(context)


def _income(context: TurnContext[Starcluster]) -> None:
    """Run steps 1 to 7 of SC-ECO-001."""
    income.credit_income(context)
    income.roll_events(context)
    trade.pay_dividends(context)
    trade.pay_treaties(context)
    trade.pay_gifts(context)


def _purchases(context: TurnContext[Starcluster]) -> None:
    """Run step 8: cancellations, running costs, then new orders as written (SC-ECO-005)."""
    projects.leave_lost_centers(context)
    new = treasury.end_projects_first(context)
    projects.charge_running(context)
    colonies.charge_assistance(context)
    projects.charge_suspended(context)
    for empire in context.game.empires:
        treasury.carry_out(context, empire, new[empire.id])


def _liquidation(context: TurnContext[Starcluster]) -> None:
    liquidation.cover_deficits(context)
    bankruptcy.let_bankrupt_empires_fall(context)


def _construction(context: TurnContext[Starcluster]) -> None:
    yards.carry_out_repairs(context)
    construction.work_on_yards(context)
    context.carry_out()
    natives.build_destroyers(context)


def _growth(context: TurnContext[Starcluster]) -> None:
    growth.grow_colonies(context)
    growth.restore_garrisons(context)


def _update_sightings(context: TurnContext[Starcluster]) -> None:
    """Update sightings, once before battles, which depend on them, and again after battles."""
    sightings.update_sightings(context)
    sightings.establish_contacts(context)


def _close(context: TurnContext[Starcluster]) -> None:
    installations.open_installations(context)
    colonies.found_colonies(context)
    races.drop_lapsed_claims(context)
    logistics.check_supply(context)
    courses.switch_drives(context)
    natives.record_values(context)
    defenses.reload_silos(context.game)
    bankruptcy.add_new_empires(context)
    ground.record_footholds(context)


def _standings(context: TurnContext[Starcluster]) -> None:
    standings.judge_game(context)
    bankruptcy.announce_newcomers(context)


PHASES = (
    Phase("orders", _orders, "Orders", sequential=True),
    Phase("diplomacy", _diplomacy, "Diplomacy"),
    Phase("movement", _movement, "Movement"),
    Phase("space_combat", _space_combat, "Space combat", foreseeable=False),
    Phase("bombardment", bombardment.bombard_planets, "Bombardment"),
    Phase("ground_combat", ground.fight_for_planets, "Ground combat"),
    Phase("exploration", exploration.continue_exploration, "Exploration"),
    Phase("colonization", _colonization, "Colonization"),
    Phase("espionage", title="Espionage"),
    Phase("income", _income, "Income"),
    Phase("purchases", _purchases, "Purchases"),
    Phase("investment", trade.make_deposits, "Investment"),
    Phase("liquidation", _liquidation, "Liquidation"),
    Phase("construction", _construction, "Construction"),
    Phase("research", breakthroughs.work_on_projects, "Research"),
    Phase("growth", _growth, "Growth"),
    Phase("sightings", _update_sightings, "Sightings", foreseeable=False),
    Phase("reports", _close, "Reports"),
    Phase("standings", _standings, "Standings", foreseeable=False),
)
