"""Train a small policy for Event Horizon against the bot `random`, in plain numpy.

    python examples/learning/train_event_horizon.py --out weights.json
    python examples/learning/train_event_horizon.py --evaluate weights.json
    python examples/learning/train_event_horizon.py --untrained

The weights of the policy (`policy.py`) are found by the cross-entropy method (Rubinstein 1999):
some are drawn around the best ones so far, each plays the same few games, and the best quarter
is the centre of the next draw. It begins with no knowledge: all weights are drawn around 0.
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
    """Play one game; return the sum of its rewards."""
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
    """Return the trained weights; the same for the same arguments.

    The reward is the variant's score, the components in ships: the final place says little while
    all policies lose.
    """
    env, stream = environment(key="training", reward="score"), hz.Stream.from_key("train", seed)
    middle, spread = np.zeros(len(NAMES)), np.ones(len(NAMES))
    for generation in range(1, generations + 1):
        tried = [middle + spread * _normal(stream) for _ in range(drawn)]
        seeds = [stream.below(2**30) for _ in range(games)]
        scores = np.array([np.mean([play(env, w, game) for game in seeds]) for w in tried])
        best = np.array(tried)[np.argsort(-scores, kind="stable")[: drawn // 4]]
        middle, spread = best.mean(axis=0), best.std(axis=0) + 0.3 / generation
        print(f"generation {generation}: components in ships gained, mean {scores.mean():.0f}, "
              f"most {scores.max():.0f}", flush=True)  # fmt: skip
    return middle


def _normal(stream: hz.Stream) -> Floats:
    """Return a normally distributed number for each weight."""
    drawn = [max(stream.random(), 2**-53) for _ in NAMES]
    return np.array([NormalDist().inv_cdf(share) for share in drawn])


def evaluate(policies: Iterator[Floats], games: int) -> lab.Estimate:
    """Return the share of new games won, half of them on each seat, with its Wilson interval.

    A game is played with the next weights of `policies`.
    """
    won = 0
    for seat, count in (("P1", games - games // 2), ("P2", games // 2)):
        env = environment(seat, key="evaluation", reward="rank")
        won += sum(play(env, next(policies), seed) > 0 for seed in range(count))
    return share(won, games)


def untrained(seed: int) -> Iterator[Floats]:
    """Yield random weights, different each time: the initial state of training."""
    stream = hz.Stream.from_key("untrained", seed)
    while True:
        yield _normal(stream)


def read(path: Path) -> Floats:
    """Read weights from a file."""
    by_name = json.loads(path.read_text())
    return np.array([by_name[name] for name in NAMES])


def write(path: Path, weights: Floats) -> None:
    """Write weights to a file, by name."""
    by_name = {name: round(float(weight), 4) for name, weight in zip(NAMES, weights, strict=True)}
    path.write_text(json.dumps(by_name, indent=1) + "\n")


def main(arguments: Sequence[str]) -> None:
    """Train, write the weights and evaluate them, or evaluate existing ones."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, default=Path("weights.json"), help="where they go")
    parser.add_argument("--evaluate", type=Path, metavar="FILE", help="do not train; take these")
    parser.add_argument("--untrained", action="store_true", help="evaluate weights at random")
    parser.add_argument("--generations", type=int, default=8)
    parser.add_argument("--drawn", type=int, default=24, help="policies in a generation")
    parser.add_argument("--games", type=int, default=2, help="games of each of them")
    parser.add_argument("--new-games", type=int, default=100, help="games of the evaluation")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    if options.untrained:
        policies = untrained(options.seed)
    elif options.evaluate:
        policies = repeat(read(options.evaluate))
    else:
        begun = time.process_time()
        weights = train(options.generations, options.drawn, options.games, options.seed)
        print(f"trained in {time.process_time() - begun:.0f} s of processor time")
        write(options.out, weights)
        policies = repeat(read(options.out))
    print(f"games won against random: {evaluate(policies, options.new_games)}")


if __name__ == "__main__":
    main(sys.argv[1:])
