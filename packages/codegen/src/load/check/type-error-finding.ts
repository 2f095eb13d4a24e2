import type { Finding } from '../../diagnostic/reporter.ts';
import type { ts } from '../../compiler.ts';
import { withNames } from '../types/mark.ts';
import { adviceOn } from './advice.ts';
import { literalHint } from './literal-hint.ts';
import { nearestKey } from './nearest-key.ts';
import { misfitHint } from './misfit.ts';
import type { TypeError } from './type-errors.ts';

/** Turns an error of the compiler into a finding: its message, with its suggestion or our advice as the hint. */
export function findingOf(error: TypeError, checker: ts.TypeChecker): Finding {
  const { code, messageText } = error;
  const lines = linesOf(messageText).map(inNames);
  const suggestion = lines.flatMap((line) => suggestionIn(line) ?? []).at(-1);
  const said = lines.map((line) => withoutStop(line.replace(SUGGESTION_PATTERN, '')));
  const [first = '', ...rest] = said;
  // The lines between the first and the last are the compiler's steps; the first of them names the field.
  const field = rest.find((line) => line.startsWith('Types of property'));
  const last = rest.at(-1);
  const message = [...new Set([first, field, last])]
    .flatMap((line, index) => (line === undefined ? [] : [index === 0 ? line : lowerFirst(line)]))
    .join(': ');
  return {
    code: 'KB_TYPE_ERROR',
    message: `${lowerFirst(message)} (TS${code})`,
    hint:
      suggestion ??
      misfitHint(error, checker) ??
      nearestKey(error, checker) ??
      literalHint(error, checker) ??
      adviceOn(code, first ?? ''),
  };
}

/** The text of a message, of the first message that explains it, and so on. */
function linesOf(message: string | ts.DiagnosticMessageChain): string[] {
  if (typeof message === 'string') return [message];
  const [next] = message.next ?? [];
  return [message.messageText, ...(next === undefined ? [] : linesOf(next))];
}

const SUGGESTION_PATTERN = /(?:Did you mean .*\?|Do you need .*\?|Did you forget .*\?)/;

function suggestionIn(line: string): string | undefined {
  const [words] = SUGGESTION_PATTERN.exec(line) ?? [];
  return words === undefined ? undefined : lowerFirst(words.trim());
}

/** Replaces the compiler's terms by names that authors know. */
function inNames(line: string): string {
  return withNames(line)
    .replaceAll(/'"([^'"]+)"'/g, "'$1'")
    .replaceAll(/"?\/\.kb\/(kubernetes\/[\w/]+|apimachinery|client-node)(?:\.d\.ts)?"?/g, (_, name: string) =>
      name === 'client-node' ? '@kubernetes/client-node' : `@kb/${name}`,
    )
    .replaceAll(/\s+/g, ' ');
}

function withoutStop(line: string): string {
  return line.trim().replace(/\.$/, '');
}

/** Most messages begin with a word, some with a quoted name. */
function lowerFirst(text: string): string {
  return /^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}
