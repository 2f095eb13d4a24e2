/**
 * Writes the tables of cel-go's grammar to `src/cel/syntax-errors/cel-grammar.ts`, from its folder `parser/gen`:
 *
 *   node scripts/cel-grammar.ts "$(go env GOMODCACHE)/github.com/google/cel-go@v0.26.0/parser/gen"
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const folder = process.argv[2];
if (folder === undefined) throw new Error('name the folder parser/gen of cel-go');

/** The sections of a file that ANTLR wrote: their lines by their names. */
function readSections(file: string): Map<string, string[]> {
  const sections = new Map<string, string[]>();
  let lines: string[] = [];
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    if (/^[a-z ]+:$/.test(line)) sections.set(line.slice(0, -1), (lines = []));
    else if (line !== '') lines.push(line);
  }
  return sections;
}

function table(name: string, file: string, doc: string): string {
  const sections = readSections(path.join(folder ?? '', file));
  const names = (section: string): string => JSON.stringify(sections.get(section) ?? []).replaceAll('"null"', 'null');
  const numbers = JSON.parse((sections.get('atn') ?? []).join('')) as number[];
  return `/** ${doc} */
export const ${name}: GrammarTable = {
  literalNames: ${names('token literal names')},
  symbolicNames: ${names('token symbolic names')},
  ruleNames: ${names('rule names')},
  channelNames: ${names('channel names')},
  modeNames: ${names('mode names')},
  automaton:
    '${numbers.join(' ')}',
};
`;
}

writeFileSync(
  path.join(import.meta.dirname, '../src/cel/syntax-errors/cel-grammar.ts'),
  `// Written by scripts/cel-grammar.ts from CEL.interp and CELLexer.interp of cel-go 0.26.0, which ANTLR made of its
// grammar CEL.g4: Copyright 2018 Google LLC, Apache License 2.0.

/** A grammar as ANTLR has it. */
export interface GrammarTable {
  /** The tokens that are always the same text, in quotes; null: the others. The index is the type of the token. */
  readonly literalNames: readonly (string | null)[];
  readonly symbolicNames: readonly (string | null)[];
  readonly ruleNames: readonly string[];
  readonly channelNames: readonly string[];
  readonly modeNames: readonly string[];
  /** The numbers of its states and transitions, as text. */
  readonly automaton: string;
}

${table('parserTable', 'CEL.interp', 'The rules of expressions.')}
${table('lexerTable', 'CELLexer.interp', 'The rules of tokens.')}`,
);
