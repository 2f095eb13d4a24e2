import {
  type ATN,
  type CommonTokenStream,
  type DecisionState,
  DefaultErrorStrategy,
  NoViableAltException,
  type Parser,
  ParserInterpreter,
  type ParserRuleContext,
  type RecognitionException,
  type Token,
  type Vocabulary,
} from 'antlr4ng';
import type { Automata } from './automata.ts';
import { parserTable } from './cel-grammar.ts';
import type { Choices } from './choices.ts';
import { MAX_DEPTH, StopError } from './stop-error.ts';

const MAX_RECOVERIES = 30;
const MAX_SKIPPED_TOKENS = 256;

/** A grammar, ready to read with. */
export interface Grammar {
  readonly atn: ATN;
  readonly vocabulary: Vocabulary;
  readonly choices: Choices;
  readonly automata: Automata;
}

/** The decisions between the alternatives of `unary`, `member`, `primary` and `literal`. */
const alternativeDecisions: ReadonlySet<number> = new Set([8, 12, 25, 35]);

/** Limits how often a rule may be inside itself, and how many tokens are skipped to go on after an error. */
export class LimitedParser extends ParserInterpreter {
  readonly #depths = new Map<number, number>();
  /** The alternatives that were chosen, by the contexts whose rules have several. */
  readonly alternatives: Map<ParserRuleContext, number> = new Map();
  readonly #choices: Choices;
  readonly #rules: (number | undefined)[] = [];
  #canSkip: number | undefined;

  constructor({ atn, vocabulary, choices, automata }: Grammar, tokens: CommonTokenStream) {
    super('CEL.g4', vocabulary, [...parserTable.ruleNames], atn, tokens);
    this.#choices = choices;
    automata.serveParser(this);
  }

  override enterRule(context: ParserRuleContext, state: number, rule: number): void {
    super.enterRule(context, state, rule);
    this.#enter(context.ruleIndex);
  }

  override exitRule(): void {
    this.#exit();
    super.exitRule();
  }

  override enterRecursionRule(context: ParserRuleContext, state: number, rule: number, precedence: number): void {
    super.enterRecursionRule(context, state, rule, precedence);
    this.#enter(context.ruleIndex);
  }

  override unrollRecursionContexts(parent: ParserRuleContext | null): void {
    this.#exit();
    super.unrollRecursionContexts(parent);
  }

  #enter(rule: number): void {
    const depth = (this.#depths.get(rule) ?? 0) + 1;
    if (depth > MAX_DEPTH) throw new StopError(`expression recursion limit exceeded: ${MAX_DEPTH}`);
    this.#depths.set(rule, depth);
    this.#rules.push(rule);
  }

  #exit(): void {
    const rule = this.#rules.pop();
    if (rule !== undefined) this.#depths.set(rule, (this.#depths.get(rule) ?? 0) - 1);
  }

  /**
   * Chooses by the next token where that is enough, as generated parsers do: what is optional is then left out, and
   * only the token after it is wrong.
   */
  protected override visitDecisionState(decision: DecisionState): number {
    const chosen = this.#choose(decision);
    if (alternativeDecisions.has(decision.decision) && this.context !== null)
      this.alternatives.set(this.context, chosen);
    return chosen;
  }

  #choose(decision: DecisionState): number {
    const choices = this.#choices.of(decision);
    if (choices === undefined) return super.visitDecisionState(decision);
    this.errorHandler.sync(this);
    const next = this.tokenStream.LA(1);
    const chosen = choices.sets.findIndex((set) => set.contains(next));
    if (chosen !== -1) return chosen + 1;
    if (choices.canLeaveOut) return decision.transitions.length;
    throw new NoViableAltException(this);
  }

  override consume(): Token {
    if (this.#canSkip === 0)
      throw new StopError(`error recovery token lookahead limit exceeded: ${MAX_SKIPPED_TOKENS}`);
    if (this.#canSkip !== undefined) this.#canSkip -= 1;
    return super.consume();
  }

  /** Goes on after an error. */
  skipping<T>(recover: () => T): T {
    this.#canSkip = MAX_SKIPPED_TOKENS;
    try {
      return recover();
    } finally {
      this.#canSkip = undefined;
    }
  }
}

/** Goes on after errors as ANTLR does, not more often than cel-go lets it. */
export class LimitedRecovery extends DefaultErrorStrategy {
  #recoveries = 0;

  override recover(parser: Parser, error: RecognitionException): void {
    this.#count(parser);
    // The interpreter is at the end of the rule already. A generated parser is where the error is, and so knows
    // whether it meets the same error again.
    const { state } = parser;
    parser.state = error.offendingState;
    skipping(parser, () => super.recover(parser, error));
    parser.state = state;
  }

  override recoverInline(parser: Parser): Token {
    this.#count(parser);
    return skipping(parser, () => super.recoverInline(parser));
  }

  #count(parser: Parser): void {
    if (this.#recoveries === MAX_RECOVERIES) {
      parser.notifyErrorListeners(`error recovery attempt limit exceeded: ${MAX_RECOVERIES}`, null, null);
      throw new StopError();
    }
    this.#recoveries += 1;
  }
}

function skipping<T>(parser: Parser, recover: () => T): T {
  return parser instanceof LimitedParser ? parser.skipping(recover) : recover();
}
