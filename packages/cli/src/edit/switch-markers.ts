import { operatorNamespace, type GeneratedFile, type ProjectFile, type SourceReader } from '@kb/codegen';

type Rendered = Readonly<Record<string, string>>;

const MARKER = /^[ \t]*\/\/ (\+kubebuilder:(?:rbac|webhook):\S.*)$/;

/**
 * Gives the markers that kb scaffolded, in whichever file of the controllers they are now, the form that they have in
 * the new scaffold. Others stay, and are named if their scope does not fit the operator's.
 */
export function switchMarkers(
  { base, next }: { readonly base: Rendered; readonly next: Rendered },
  project: ProjectFile,
  reader: SourceReader,
): { readonly files: readonly GeneratedFile[]; readonly notTouched: readonly string[] } {
  const changed = changedMarkers(base, next);
  const own = `namespace=${operatorNamespace(project)}`;
  const fits = (marker: string): boolean => marker.includes(own) === (project.namespaced === true);
  const files: GeneratedFile[] = [];
  const notTouched: string[] = [];
  for (const path of project.paths.controller.flatMap((folder) => reader.list(folder))) {
    const before = reader.read(path) ?? '';
    if (!path.endsWith('.ts') || !before.includes('+kubebuilder:')) continue;
    const lines = before.split('\n').map((line, index) => {
      const marker = MARKER.exec(line)?.[1]?.trimEnd();
      if (marker === undefined) return line;
      const now = changed.get(path)?.get(marker) ?? changed.get('')?.get(marker);
      if (now !== undefined) return line.replace(marker, () => now);
      if (marker.startsWith('+kubebuilder:rbac:groups=') && !fits(marker) && !isScaffolded(marker, next))
        notTouched.push(`${path}:${index + 1}: ${marker}`);
      return line;
    });
    const content = lines.join('\n');
    if (content !== before) files.push({ path, content });
  }
  return { files, notTouched };
}

/** Old markers with their new form, by file; those whose form is the same in every file also under an empty name. */
function changedMarkers(base: Rendered, next: Rendered): Map<string, Map<string, string>> {
  const byFile = new Map<string, Map<string, string>>();
  const everywhere = new Map<string, string | undefined>();
  for (const [path, text] of Object.entries(base)) {
    const [before, after] = [markersIn(text), markersIn(next[path] ?? '')];
    if (before.length !== after.length) continue;
    const pairs = before.map((marker, index): [string, string] => [marker, after[index] ?? marker]);
    byFile.set(path, new Map(pairs.filter(([old, now]) => old !== now)));
    for (const [old, now] of pairs)
      everywhere.set(old, everywhere.has(old) && everywhere.get(old) !== now ? undefined : now);
  }
  const same = [...everywhere].flatMap(([old, now]): [string, string][] =>
    now === undefined || now === old ? [] : [[old, now]],
  );
  return byFile.set('', new Map(same));
}

function isScaffolded(marker: string, next: Rendered): boolean {
  return Object.values(next).some((text) => markersIn(text).includes(marker));
}

function markersIn(text: string): string[] {
  return text.split('\n').flatMap((line) => MARKER.exec(line)?.[1]?.trimEnd() ?? []);
}
