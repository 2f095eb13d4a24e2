import {
  type ATN,
  DFA,
  type Lexer,
  LexerATNSimulator,
  type Parser,
  ParserATNSimulator,
  PredictionContextCache,
} from 'antlr4ng';

/** Automata with more states than this are forgotten: texts of strangers must not fill the memory. */
const MAX_STATES = 20_000;

/**
 * What ANTLR learns of a grammar while it reads texts. It is kept from one text to the next, as generated parsers do:
 * an interpreter of its own begins again with each text, which takes milliseconds.
 */
export class Automata {
  readonly #atn: ATN;
  #known: DFA[] = [];
  #contexts = new PredictionContextCache();

  constructor(atn: ATN) {
    this.#atn = atn;
    this.#forget();
  }

  /** Lets a lexer use what is known, and add to it. */
  serveLexer(lexer: Lexer): void {
    this.#forgetTooMany();
    lexer.interpreter = new LexerATNSimulator(lexer, this.#atn, this.#known, this.#contexts);
  }

  /** Lets a parser use what is known, and add to it. */
  serveParser(parser: Parser): void {
    this.#forgetTooMany();
    parser.interpreter = new ParserATNSimulator(parser, this.#atn, this.#known, this.#contexts);
  }

  #forgetTooMany(): void {
    const states = this.#known.reduce((sum, { length }) => sum + length, 0);
    if (states + this.#contexts.length > MAX_STATES) this.#forget();
  }

  #forget(): void {
    this.#known = this.#atn.decisionToState.map((state, decision) => new DFA(state, decision));
    this.#contexts = new PredictionContextCache();
  }
}
