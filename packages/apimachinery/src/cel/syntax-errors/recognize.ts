import {
  ATNDeserializer,
  BaseErrorListener,
  CharStream,
  CommonTokenStream,
  LexerInterpreter,
  Vocabulary,
} from 'antlr4ng';
import type { CelIssue } from '../issue.ts';
import { Automata } from './automata.ts';
import { Choices } from './choices.ts';
import { type Grammar, LimitedParser, LimitedRecovery } from './limited-parser.ts';
import { StopError } from './stop-error.ts';
import { visitTree } from './visit-tree.ts';
import { type GrammarTable, lexerTable, parserTable } from './cel-grammar.ts';

const MAX_ERRORS = 100;

/** What cel-go reports for a text that does not follow the grammar, in its order. */
export function recognize(text: string): CelIssue[] {
  const issues: CelIssue[] = [];
  const listener = new IssueListener(issues, text);
  const { parser: grammar, lexer: tokens } = grammars();
  const lexer = new LexerInterpreter(
    'CEL.g4',
    tokens.vocabulary,
    [...lexerTable.ruleNames],
    [...lexerTable.channelNames],
    [...lexerTable.modeNames],
    tokens.atn,
    CharStream.fromString(text),
  );
  tokens.automata.serveLexer(lexer);
  lexer.removeErrorListeners();
  lexer.addErrorListener(listener);
  const parser = new LimitedParser(grammar, new CommonTokenStream(lexer));
  parser.removeErrorListeners();
  parser.addErrorListener(listener);
  parser.errorHandler = new LimitedRecovery();
  try {
    const tree = parser.parse(0);
    visitTree(tree, parser.alternatives, issues);
  } catch (error) {
    if (!(error instanceof StopError)) throw error;
    if (error.issue !== undefined) issues.push(error.issue);
  }
  return issues;
}

let known: { readonly parser: Grammar; readonly lexer: Grammar } | undefined;

function grammars(): { readonly parser: Grammar; readonly lexer: Grammar } {
  known ??= { parser: readGrammar(parserTable), lexer: readGrammar(lexerTable) };
  return known;
}

function readGrammar({ automaton, literalNames, symbolicNames }: GrammarTable): Grammar {
  const atn = new ATNDeserializer().deserialize(automaton.split(' ').map(Number));
  return {
    atn,
    choices: new Choices(atn),
    automata: new Automata(atn),
    vocabulary: new Vocabulary([...literalNames], [...symbolicNames]),
  };
}

class IssueListener extends BaseErrorListener {
  readonly #issues: CelIssue[];
  #reports = 0;

  readonly #firstColumn: number;

  constructor(issues: CelIssue[], text: string) {
    super();
    this.#issues = issues;
    // There, the end of an empty text is before its first column.
    this.#firstColumn = text === '' ? 0 : 1;
  }

  override syntaxError(_recognizer: unknown, _symbol: unknown, line: number, column: number, message: string): void {
    this.#reports += 1;
    const isLast = this.#reports > MAX_ERRORS;
    const reported = isLast ? `More than ${MAX_ERRORS} syntax errors` : inOldWords(message);
    this.#issues.push({ line, column: column + this.#firstColumn, message: `Syntax error: ${reported}` });
    if (isLast) throw new StopError();
  }
}

/** A word that cannot be a name is reported by cel-go as older versions of ANTLR did. */
function inOldWords(message: string): string {
  return message.replace(
    /no viable alternative at input '.(true|false|null)'/,
    (_, word: string) => `mismatched input '${word}' expecting IDENTIFIER`,
  );
}
