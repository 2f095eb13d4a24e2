/** A string literal as prettier writes it. */
export function quote(text: string): string {
  const escaped = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"');
  return escaped.includes("'") && !escaped.includes('"') ? `"${escaped}"` : `'${escaped.replaceAll("'", "\\'")}'`;
}

/** String literals, each once. */
export function distinctQuotes(texts: readonly string[]): string[] {
  return [...new Set(texts)].map(quote);
}

/** A union of string literals, each once. */
export function literals(texts: readonly string[]): string {
  return distinctQuotes(texts).join(' | ');
}

/** The name of a property, quoted where it has to be. */
export function propertyName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : quote(name);
}

/** A JSDoc comment with a line break after it; empty for an empty text. */
export function docComment(text: string, indent: string): string {
  if (text === '') return '';
  const lines = text.trim().replaceAll('*/', '*\\/').split('\n');
  if (lines.length === 1) return `${indent}/** ${lines[0] ?? ''} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} *${line === '' ? '' : ` ${line}`}`).join('\n')}\n${indent} */\n`;
}
