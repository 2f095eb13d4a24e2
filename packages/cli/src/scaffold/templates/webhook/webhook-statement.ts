import type { WebhookNames } from '../../webhook-names.ts';
import { fits } from '../fit-lines.ts';
import type { WebhookPart } from './webhook.ts';

/** An argument that formatters do not break a call for. */
const SHORT_ARGUMENT = 30;

/** The statement that makes the webhooks of a kind from a chain of calls. */
export interface WebhookStatement {
  /** `export const captainWebhooks: WebhookBuilder<Captain>`. */
  readonly declaration: string;
  /** What `webhookFor` gets. */
  readonly handle: string;
  readonly parts: readonly Pick<WebhookPart, 'method' | 'arguments'>[];
}

/** The statement of the webhooks of a kind with these parts. */
export function statementOf(
  { prefix }: WebhookNames,
  { type, handle }: { readonly type: string; readonly handle: string },
  parts: WebhookStatement['parts'],
): WebhookStatement {
  return { declaration: `export const ${prefix}Webhooks: WebhookBuilder<${type}>`, handle, parts };
}

/** The statement on one line, however long that is. */
export function flatStatement({ declaration, handle, parts }: WebhookStatement): string {
  return `${declaration} = webhookFor(${handle})${callsOf(parts).join('')};`;
}

/** The statement as formatters write it. */
export function fittedStatement(statement: WebhookStatement): string {
  const { declaration, handle, parts } = statement;
  const flat = flatStatement(statement);
  const calls = callsOf(parts);
  if (fits(flat) && parts.length < 3) return flat;
  const [only] = parts;
  if (only !== undefined && parts.length === 1) return brokenCall(statement, only, calls.join(''));
  const begin = `${declaration} = webhookFor(${handle})`;
  const lines = (indentation: string): string => calls.map((call) => `\n${indentation}${call}`).join('');
  if (fits(begin)) return `${begin}${lines('  ')};`;
  if (fits(`${declaration} = webhookFor(`)) return `${declaration} = webhookFor(\n  ${handle},\n)${lines('  ')};`;
  return `${declaration} =\n  webhookFor(${handle})${lines('    ')};`;
}

function callsOf(parts: WebhookStatement['parts']): string[] {
  return parts.map((part) => `.${part.method}(${part.arguments})`);
}

/** A statement with one call that does not fit into a line. */
function brokenCall(
  { declaration, handle }: WebhookStatement,
  { method, arguments: all }: Pick<WebhookPart, 'method' | 'arguments'>,
  call: string,
): string {
  const begin = `${declaration} = webhookFor(${handle}).${method}(`;
  const [argument = '', options] = all.split(/, \{ (.*) \}$/);
  const below = `${declaration} =\n  webhookFor(${handle})${call};`;
  if (options === undefined && argument.length <= SHORT_ARGUMENT && fits(`${declaration} = webhookFor(${handle})`))
    return below;
  if (options !== undefined && fits(`${begin}${argument}, {`)) return `${begin}${argument}, {\n  ${options},\n});`;
  if (fits(begin)) return `${begin}\n  ${options === undefined ? argument : `${argument},\n  { ${options} }`},\n);`;
  return fits(`${declaration} = webhookFor(`) ? `${declaration} = webhookFor(\n  ${handle},\n)${call};` : below;
}
