"""Train a small policy for Event Horizon against the bot `random`, in plain numpy.

    python examples/learning/train_event_horizon.py --out weights.json
    python examples/learning/train_event_horizon.py --evaluate weights.json
    python examples/learning/train_event_horizon.py --untrained

The weights of the policy (`policy.py`) are found by the cross-entropy method (Rubinstein 1999):
some are drawn around the best ones so far, each plays the same few games, and the best quarter says
where the next ones are drawn. It begins with no knowledge: all weights are drawn around 0.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator, Sequence
from itertools import repeat
from pathlib import Path
from statistics import NormalDist

import numpy as np
from policy import NAMES, TURN_LIMIT, Floats, Policy, environment

import horizons_core as hz
import horizons_lab as lab
from horizons_lab.statistics import share


def play(env: lab.HorizonsEnv, weights: Floats, seed: int) -> float:
    """One game; answers the sum of its rewards."""
    (agent,) = env.possible_agents
    policy = Policy(env, weights)
    observations, _ = env.reset(seed=seed)
    reward = 0.0
    for turn in range(TURN_LIMIT):
        observations, rewards, *_ = env.step({agent: policy.action(observations[agent], turn)})
        reward += rewards[agent]
        if not env.agents:
            break
    return reward


def train(generations: int, drawn: int, games: int, seed: int) -> Floats:
    """The weights that are found; the same for the same arguments.

    What is rewarded is the variant's score, the components in ships: the place at the end tells
    little while all policies lose.
    """
    env, stream = environment(key="training", reward="score"), hz.Stream.from_key("train", seed)
    middle, spread = np.zeros(len(NAMES)), np.ones(len(NAMES))
    for generation in range(1, generations + 1):
        found = [middle + spread * _normal(stream) for _ in range(drawn)]
        seeds = [stream.below(2**30) for _ in range(games)]
        scores = np.array([np.mean([play(env, one, game) for game in seeds]) for one in found])
        best = np.array(found)[np.argsort(-scores, kind="stable")[: drawn // 4]]
        middle, spread = best.mean(axis=0), best.std(axis=0) + 0.3 / generation
        print(f"generation {generation}: components in ships gained, mean {scores.mean():.0f}, "
              f"most {scores.max():.0f}", flush=True)  # fmt: skip
    return middle


def _normal(stream: hz.Stream) -> Floats:
    """A number for each weight, of the normal distribution."""
    drawn = [max(stream.random(), 2**-53) for _ in NAMES]
    return np.array([NormalDist().inv_cdf(one) for one in drawn])


def evaluate(policies: Iterator[Floats], games: int) -> lab.Estimate:
    """In how many new games, half of them on each seat, they win; with Wilson's interval.

    A game is played by the next weights of `policies`.
    """
    won = 0
    for seat, count in (("P1", games - games // 2), ("P2", games // 2)):
        env = environment(seat, key="evaluation", reward="rank")
        won += sum(play(env, next(policies), seed) > 0 for seed in range(count))
    return share(won, games)


def untrained(seed: int) -> Iterator[Floats]:
    """Weights drawn at random, always other ones: how training begins."""
    stream = hz.Stream.from_key("untrained", seed)
    while True:
        yield _normal(stream)


def read(path: Path) -> Floats:
    """Weights from a file."""
    told = json.loads(path.read_text())
    return np.array([told[name] for name in NAMES])


def write(path: Path, weights: Floats) -> None:
    """Weights into a file, by name."""
    told = {name: round(float(one), 4) for name, one in zip(NAMES, weights, strict=True)}
    path.write_text(json.dumps(told, indent=1) + "\n")


def main(arguments: Sequence[str]) -> None:
    """Train, write the weights and evaluate them, or evaluate those that are there."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, default=Path("weights.json"), help="where they go")
    parser.add_argument("--evaluate", type=Path, metavar="FILE", help="do not train; take these")
    parser.add_argument("--untrained", action="store_true", help="evaluate weights at random")
    parser.add_argument("--generations", type=int, default=8)
    parser.add_argument("--drawn", type=int, default=24, help="policies in a generation")
    parser.add_argument("--games", type=int, default=2, help="games of each of them")
    parser.add_argument("--new-games", type=int, default=100, help="games of the evaluation")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(arguments)
    if given.untrained:
        policies = untrained(given.seed)
    elif given.evaluate:
        policies = repeat(read(given.evaluate))
    else:
        begun = time.process_time()
        weights = train(given.generations, given.drawn, given.games, given.seed)
        print(f"trained in {time.process_time() - begun:.0f} s of processor time")
        write(given.out, weights)
        policies = repeat(read(given.out))
    print(f"games won against random: {evaluate(policies, given.new_games)}")


if __name__ == "__main__":
    main(sys.argv[1:])
