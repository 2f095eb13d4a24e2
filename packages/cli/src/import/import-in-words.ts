import type { ImportResult, ReadDefinitions } from '@kb/codegen';

/** What an import did, or would do. */
export interface ImportOutcome {
  readonly onlyShow: boolean;
  /** Whether something could not be imported. */
  readonly failed: boolean;
}

/** The last line that `kb import` prints, when it imported something. */
export function importedInWords({ imported, plan }: ImportResult, { onlyShow, failed }: ImportOutcome): string {
  const kinds = new Set(imported.map(({ group, kind }) => `${kind}.${group}`)).size;
  const folders = new Set(imported.map(({ group, version }) => `${group}/${version}`)).size;
  const what = `${count(kinds, 'kind')} in ${count(folders, 'group version')}`;
  const rest = failed ? ', without what the errors are about' : '';
  if (plan.changes.length === 0)
    return `${what}: ${count(plan.unchanged.length, 'imported file')}, all up to date${rest}.`;
  return `${onlyShow ? 'Would import' : 'Imported'} ${what}${rest}.`;
}

/** What definitions have besides what was taken of them, a line for each kind. */
export function withMoreInWords(withMore: ImportResult['withMore']): string[] {
  return withMore.map(
    ({ group, kind, versions, others }) =>
      `${kind} of ${group}: ${versions.join(', ')}, as before; its definition serves ${others.join(', ')} too (--version).`,
  );
}

/** Which versions of a kind go, a line for each kind. */
export function withLessInWords(withLess: ImportResult['withLess']): string[] {
  return withLess.map(({ group, kind, versions, gone }) => {
    const ofVersions = `version${gone.length === 1 ? '' : 's'} ${gone.join(', ')}`;
    return `${kind} of ${group}: its types of ${ofVersions} go, since its definition has only ${versions.join(', ')}. If another file has the rest of its versions, import both files at once.`;
  });
}

/** What stood beside definitions, a line for each file. */
export function leftOutInWords(leftOut: ReadDefinitions['leftOut']): string[] {
  return leftOut.map(
    ({ file, count: others }) =>
      `${file}: ${others === 1 ? '1 object that is' : `${others} objects that are`} no CustomResourceDefinition ${others === 1 ? 'was' : 'were'} left out.`,
  );
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
