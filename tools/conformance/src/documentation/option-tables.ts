/**
 * The tables of a page below a `<!-- defaults: NAME -->` line, by that name, with the defaults of their rows.
 */
export function optionTables(markdown: string): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const tables = new Map<string, Map<string, string>>();
  let table: Map<string, string> | undefined;
  for (const line of markdown.split('\n')) {
    const name = /^<!-- defaults: (?<name>.+) -->$/.exec(line)?.groups?.['name'];
    if (name !== undefined) {
      table = new Map();
      tables.set(name, table);
    } else if (line.startsWith('| ') && !/^\| (?:option|flag|-)/.test(line)) {
      const [, option = '', text = ''] = line.split('|').map(plain);
      table?.set(option, text);
    } else if (line !== '' && !line.startsWith('|')) table = undefined;
  }
  return tables;
}

/** A cell without marks: `` `mutation` \* `` is `mutation`. */
function plain(cell: string): string {
  return cell
    .replaceAll('`', '')
    .replace(/ \\\*\s*$/, '')
    .trim();
}
