"""A turn's phases, in the order of SC-TURN-001; a turn is a month (SC-TURN-002)."""

from __future__ import annotations

from horizons_core.turn import Phase, TurnContext
from variants.starcluster.rules import (
    auctions,
    battles,
    bombardment,
    breakthroughs,
    claims,
    colonies,
    construction,
    contact,
    couriers,
    courses,
    diplomacy,
    events,
    exploration,
    fall,
    footholds,
    garrisons,
    gifts,
    ground,
    growth,
    hazards,
    income,
    installations,
    liquidation,
    movement,
    natives,
    network,
    news,
    projects,
    purchases,
    races,
    raids,
    repairs,
    restart,
    sightings,
    silos,
    sorties,
    standings,
    supply,
    trade,
    transfers,
)


def _orders(context: TurnContext) -> None:
    fall.reject_orders(context)
    races.apply_race_orders(context)
    natives.develop_races(context)
    sorties.order_fleets(context)
    context.carry_out()


def _diplomacy(context: TurnContext) -> None:
    diplomacy.run_diplomacy(context)
    auctions.sell_assets(context)


def _movement(context: TurnContext) -> None:
    movement.move_fleets(context)
    hazards.apply_hazards(context)
    supply.restore_supplied(context)
    _look_round(context)
    couriers.fly_drones(context)
    exploration.complete_scans_on_arrival(context)


def _space_combat(context: TurnContext) -> None:
    battles.fight_battles(context)
    raids.raid_freighters(context)


def _colonization(context: TurnContext) -> None:
    transfers.move_transfers(context)
    colonies.advance_expeditions(context)


def _income(context: TurnContext) -> None:
    """Run steps 1 to 7 of SC-ECO-001."""
    income.credit_income(context)
    events.roll_events(context)
    network.pay_dividends(context)
    trade.pay_treaties(context)
    gifts.pay_gifts(context)


def _purchases(context: TurnContext) -> None:
    """Run step 8: cancellations, running costs, then new orders as written (SC-ECO-005)."""
    projects.leave_lost_centers(context)
    new = purchases.end_projects_first(context)
    projects.charge_running(context)
    colonies.charge_assistance(context)
    projects.charge_suspended(context)
    for empire in context.game.empires:
        purchases.carry_out(context, empire, new[empire.id])


def _liquidation(context: TurnContext) -> None:
    liquidation.cover_deficits(context)
    fall.let_bankrupt_empires_fall(context)


def _construction(context: TurnContext) -> None:
    repairs.carry_out_repairs(context)
    construction.work_on_yards(context)
    context.carry_out()
    natives.build_destroyers(context)


def _growth(context: TurnContext) -> None:
    growth.grow_colonies(context)
    garrisons.restore_garrisons(context)


def _look_round(context: TurnContext) -> None:
    """Update sightings, once before battles, which depend on them, and again after battles."""
    sightings.update_sightings(context)
    contact.establish_contacts(context)


def _close(context: TurnContext) -> None:
    installations.open_installations(context)
    colonies.found_colonies(context)
    claims.drop_lapsed_claims(context)
    supply.check_supply(context)
    courses.switch_drives(context)
    sorties.record_values(context)
    silos.reload_silos(context.game)
    restart.add_new_empires(context)
    footholds.record_footholds(context)


def _standings(context: TurnContext) -> None:
    standings.judge_game(context)
    news.announce_newcomers(context)


PHASES = (
    Phase("orders", _orders, "Orders"),
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
    Phase("investment", network.make_deposits, "Investment"),
    Phase("liquidation", _liquidation, "Liquidation"),
    Phase("construction", _construction, "Construction"),
    Phase("research", breakthroughs.work_on_projects, "Research"),
    Phase("growth", _growth, "Growth"),
    Phase("sightings", _look_round, "Sightings", foreseeable=False),
    Phase("reports", _close, "Reports"),
    Phase("standings", _standings, "Standings", foreseeable=False),
)
