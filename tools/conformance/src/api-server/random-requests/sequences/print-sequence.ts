import type { RequestStep } from '@kb/apiserver/recorded';
import type { RequestSequence } from './request-sequence.ts';

const collections: Readonly<Record<string, string>> = { GET: 'get', POST: 'post', PUT: 'put', DELETE: 'del' };
const patches: Readonly<Record<string, string>> = {
  'application/json-patch+json': 'jsonPatch',
  'application/merge-patch+json': 'mergePatch',
  'application/strategic-merge-patch+json': 'strategicPatch',
};

/** Prints a sequence as TypeScript, for `sequences/found`. */
export function printSequence({ name, steps }: RequestSequence): string {
  return [`sequence(`, `  ${quoted(name)},`, ...steps.map((step) => `  ${printStep(step)},`), `),`].join('\n');
}

function printStep(step: RequestStep): string {
  const { method, path, body, headers, ...rest } = step;
  const type = headers?.['content-type'];
  const call = type === undefined ? collections[method] : patches[type];
  if (call === undefined) return print(step);
  const { 'content-type': _, ...others } = headers ?? {};
  const options = { ...rest, ...(Object.keys(others).length > 0 && { headers: others }) };
  const hasOptions = Object.keys(options).length > 0;
  const hasBody = call !== 'get' && (body !== undefined || (call === 'del' && hasOptions));
  return `${call}(${[quoted(path), ...(hasBody ? [print(body)] : []), ...(hasOptions ? [print(options)] : [])].join(', ')})`;
}

function print(value: unknown): string {
  if (value === undefined) return 'undefined';
  if (typeof value === 'string') return quoted(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(print).join(', ')}]`;
  const entries = Object.entries(value).map(
    ([key, child]) => `${/^[A-Za-z_$][\w$]*$/.test(key) ? key : quoted(key)}: ${print(child)}`,
  );
  return `{ ${entries.join(', ')} }`;
}

/** A string in single quotes, so that placeholders stay unchanged. */
function quoted(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}
