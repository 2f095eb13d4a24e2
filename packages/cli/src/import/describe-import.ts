import type { ImportResult, ReadDefinitions } from '@kb/import';

/** The results of an import, or of a dry run. */
export interface ImportOutcome {
  readonly onlyShow: boolean;
  /** Whether something could not be imported. */
  readonly failed: boolean;
}

/** Returns the last line that `kb import` prints when it imported something. */
export function describeImport({ imported, plan }: ImportResult, { onlyShow, failed }: ImportOutcome): string {
  const kinds = new Set(imported.map(({ group, kind }) => `${kind}.${group}`)).size;
  const folders = new Set(imported.map(({ group, version }) => `${group}/${version}`)).size;
  const what = `${count(kinds, 'kind')} in ${count(folders, 'group version')}`;
  const rest = failed ? ', without what the errors are about' : '';
  if (plan.changes.length === 0)
    return `${what}: ${count(plan.unchanged.length, 'imported file')}, all up to date${rest}.`;
  return `${onlyShow ? 'Would import' : 'Imported'} ${what}${rest}.`;
}

/** Describes the versions that definitions serve and that were not imported, a line for each kind. */
export function describeFurtherVersions(withMore: ImportResult['withMore']): string[] {
  return withMore.map(
    ({ group, kind, versions, others }) =>
      `${kind} of ${group}: ${versions.join(', ')}, as before; its definition serves ${others.join(', ')} too (--version).`,
  );
}

/** Describes the versions whose types are removed, a line for each kind. */
export function describeDroppedVersions(withLess: ImportResult['withLess']): string[] {
  return withLess.map(({ group, kind, versions, gone }) => {
    const ofVersions = `version${gone.length === 1 ? '' : 's'} ${gone.join(', ')}`;
    return `${kind} of ${group}: its types of ${ofVersions} are removed, since its definition has only ${versions.join(', ')}. If another file has the rest of its versions, import both files at once.`;
  });
}

/** Describes the objects other than definitions, a line for each file. */
export function describeLeftOut(leftOut: ReadDefinitions['leftOut']): string[] {
  return leftOut.map(({ file, count: others }) =>
    others === 1
      ? `${file}: 1 object that is not a CustomResourceDefinition was left out.`
      : `${file}: ${others} objects that are not CustomResourceDefinitions were left out.`,
  );
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
