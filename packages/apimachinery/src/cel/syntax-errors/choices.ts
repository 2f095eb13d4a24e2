import { type ATN, BlockEndState, type DecisionState, type IntervalSet, LL1Analyzer, LoopEndState } from 'antlr4ng';

/** What the next token says of a choice. */
interface Choice {
  /** The tokens that each of the alternatives begins with. */
  readonly sets: readonly IntervalSet[];
  /** Whether the last alternative is to leave it out. */
  readonly canLeaveOut: boolean;
}

/** The choices of a grammar that the next token is enough for. */
export class Choices {
  readonly #analyzer: LL1Analyzer;
  readonly #known = new Map<number, Choice | undefined>();

  constructor(atn: ATN) {
    this.#analyzer = new LL1Analyzer(atn);
  }

  of(decision: DecisionState): Choice | undefined {
    const number = decision.stateNumber;
    if (!this.#known.has(number)) this.#known.set(number, this.#analyze(decision));
    return this.#known.get(number);
  }

  #analyze(decision: DecisionState): Choice | undefined {
    if (decision.transitions.length < 2) return undefined;
    const sets: IntervalSet[] = [];
    for (const set of this.#analyzer.getDecisionLookahead(decision) ?? []) {
      // A choice by precedence has no set.
      if (set === undefined || set === null || sets.some((other) => (set.and(other)?.length ?? 0) > 0))
        return undefined;
      sets.push(set);
    }
    const last = decision.transitions.at(-1)?.target;
    const canLeaveOut = last instanceof BlockEndState || last instanceof LoopEndState;
    return { sets: canLeaveOut ? sets.slice(0, -1) : sets, canLeaveOut };
  }
}
