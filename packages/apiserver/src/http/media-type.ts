/** A clause of an Accept header. */
export interface AcceptClause {
  // `application/json`, or a range of types with stars. As it stands there, in upper or lower case.
  readonly type: string;
  readonly parameters: ReadonlyMap<string, string>;
  readonly quality: number;
}

/** The media type that a Content-Type header names, in lower case and without its parameters; empty when there is none, undefined when it is none. */
export function contentTypeOf(header: string | undefined): string | undefined {
  if (header === undefined || header === '') return '';
  const [text = '', ...parameters] = header.split(';');
  const type = text.trim().toLowerCase();
  if (!/^[!#$%&'*+.^_`|~\w-]+(?:\/[!#$%&'*+.^_`|~\w-]+)?$/.test(type)) return undefined;
  const isParameter = (parameter: string): boolean =>
    /^\s*(?:[!#$%&'*+.^_`|~\w-]+=(?:[!#$%&'*+.^_`|~\w-]+|"[^"]*")\s*)?$/.test(parameter);
  const names = parameters.map((parameter) => parameter.split('=')[0]?.trim().toLowerCase()).filter((name) => name);
  return parameters.every(isParameter) && new Set(names).size === names.length ? type : undefined;
}

/** Reads an Accept header as Kubernetes' negotiation does: what is malformed is left out, and what is more specific goes before what is not. Without a header, anything is taken. */
export function parseAccept(header: string | undefined): AcceptClause[] {
  if (header === undefined || header === '') return [{ type: '*/*', parameters: new Map(), quality: 1 }];
  const clauses: AcceptClause[] = [];
  for (const part of header.split(',')) {
    const clause = parseClause(trimSpaces(part));
    if (clause) clauses.push(clause);
  }
  // The order is none in the mathematical sense, so that the way of sorting counts: each is put in front of those that it goes before.
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

function goesBefore(a: AcceptClause, b: AcceptClause): boolean {
  return (
    a.quality > b.quality ||
    (!a.type.startsWith('*/') && b.type.startsWith('*/')) ||
    (!a.type.endsWith('/*') && b.type.endsWith('/*'))
  );
}

/** Whether a clause takes a media type. */
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

/** Go's parser trims blanks, and nothing else. */
function trimSpaces(text: string): string {
  return text.replace(/^ +| +$/g, '');
}
