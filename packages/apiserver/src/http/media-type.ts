import { trimBothOf } from '@kb/apimachinery/codec';

/** A clause of an Accept header. */
export interface AcceptClause {
  // `application/json`, or a range with `*`, in the header's own case.
  readonly type: string;
  readonly parameters: ReadonlyMap<string, string>;
  readonly quality: number;
}

/**
 * The media type in a Content-Type header, in lower case and without parameters; empty without a header, undefined if
 * it is invalid.
 */
export function contentTypeOf(header: string | undefined): string | undefined {
  if (header === undefined || header === '') return '';
  const end = header.indexOf(';');
  const type = (end < 0 ? header : header.slice(0, end)).trim().toLowerCase();
  if (!MEDIA_TYPE.test(type)) return undefined;
  return end < 0 || areParameters(header.slice(end)) ? type : undefined;
}

const MEDIA_TYPE = /^[!#$%&'*+.^_`|~\w-]+(?:\/[!#$%&'*+.^_`|~\w-]+)?$/;
const PARAMETER =
  /\s*;\s*(?<name>[!#$%&'*+.^_`|~\w-]+)\s*=\s*(?:(?<token>[!#$%&'*+.^_`|~\w-]+)|"(?<quoted>(?:\\[^\r\n]|[^"\r\n\\])*)")/y;

/**
 * Whether a text is a list of parameters, as Go parses them: it may end with a semicolon, and a parameter may be
 * repeated with the same value.
 */
function areParameters(text: string): boolean {
  const values = new Map<string, string>();
  let at = 0;
  for (;;) {
    PARAMETER.lastIndex = at;
    const { name, token, quoted } = PARAMETER.exec(text)?.groups ?? {};
    if (name === undefined) return ['', ';'].includes(text.slice(at).trim());
    const [key, value] = [name.toLowerCase(), token ?? quoted ?? ''];
    if ((values.get(key) ?? value) !== value) return false;
    values.set(key, value);
    at = PARAMETER.lastIndex;
  }
}

/**
 * Parses an Accept header as Kubernetes' negotiation does: invalid clauses are dropped, and more specific ones come
 * first. Without a header, everything is accepted.
 */
export function parseAccept(header: string | undefined): AcceptClause[] {
  if (header === undefined || header === '') return [{ type: '*/*', parameters: new Map(), quality: 1 }];
  const clauses: AcceptClause[] = [];
  for (const part of header.split(',')) {
    const clause = parseClause(trimSpaces(part));
    if (clause) clauses.push(clause);
  }
  return clauses.length <= FEW ? sortedByInsertion(clauses) : clauses.sort(compareClauses);
}

/** Up to this length, Go uses insertion sort. */
const FEW = 12;

/**
 * The comparison is not a strict weak ordering, so the result depends on the algorithm: each clause is moved before
 * those that it precedes.
 */
function sortedByInsertion(clauses: AcceptClause[]): AcceptClause[] {
  for (let sorted = 1; sorted < clauses.length; sorted += 1) {
    for (let at = sorted; at > 0; at -= 1) {
      const [before, clause] = [clauses[at - 1], clauses[at]];
      if (!before || !clause || !goesBefore(clause, before)) break;
      clauses[at - 1] = clause;
      clauses[at] = before;
    }
  }
  return clauses;
}

function compareClauses(a: AcceptClause, b: AcceptClause): number {
  if (goesBefore(a, b)) return -1;
  return goesBefore(b, a) ? 1 : 0;
}

function goesBefore(a: AcceptClause, b: AcceptClause): boolean {
  return (
    a.quality > b.quality ||
    (!a.type.startsWith('*/') && b.type.startsWith('*/')) ||
    (!a.type.endsWith('/*') && b.type.endsWith('/*'))
  );
}

/** Whether a clause accepts a media type. */
export function takes({ type: range }: AcceptClause, type: string): boolean {
  return range === type || range === '*/*' || range === `${type.slice(0, type.indexOf('/'))}/*`;
}

function parseClause(text: string): AcceptClause | undefined {
  const [range = '', ...rest] = text.split(';');
  const [type = '', subtype = '', ...more] = range.split('/').map(trimSpaces);
  if (more.length > 0) return undefined;
  if (subtype === '' && type !== '*') return undefined;
  const parameters = new Map<string, string>();
  let quality = 1;
  for (const parameter of rest) {
    const [name = '', value = '', ...others] = parameter.split('=');
    if (value === '' || others.length > 0) continue;
    if (trimSpaces(name) === 'q') quality = Number.isNaN(Number.parseFloat(value)) ? 0 : Number(value);
    else parameters.set(trimSpaces(name), trimSpaces(value));
  }
  return { type: `${type}/${subtype === '' ? '*' : subtype}`, parameters, quality };
}

/** Go's parser trims only spaces and tabs. */
function trimSpaces(text: string): string {
  return trimBothOf(text, ' ');
}
