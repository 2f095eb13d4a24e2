import { posix } from 'node:path';
import { isScalar, parseDocument } from 'yaml';
import type { Reporter } from '../diagnostic/reporter.ts';
import type { SourceReader } from '../read/source-reader.ts';
import { operatorNamespace, type ProjectFile } from './project-file.ts';

/** A namespace in a kustomization, and where it stands there. */
export interface DeployedNamespace {
  readonly file: string;
  readonly name: string;
  /** The offset in the file. */
  readonly offset: number;
}

/** The namespace that `config/default` deploys to; undefined if it says none. */
export function deployedNamespace(
  project: Pick<ProjectFile, 'paths'>,
  reader: SourceReader,
): DeployedNamespace | undefined {
  const file = posix.join(project.paths.config, 'default/kustomization.yaml');
  const document = parseDocument(reader.read(file) ?? '');
  if (document.errors.length > 0) return undefined;
  const node = document.get('namespace', true);
  if (!isScalar(node) || typeof node.value !== 'string' || node.value === '') return undefined;
  return { file, name: node.value, offset: node.range?.[0] ?? 0 };
}

const MARKER = /^[ \t]*\/\/ \+kubebuilder:(?:rbac|webhook):.*$/gm;

/** A source whose markers name another namespace: as an argument, or as a text in a selector. */
export function renameNamespaceInMarkers(source: string, from: string, to: string): string {
  return source.replace(MARKER, (marker) =>
    marker
      .replaceAll(`"${from}"`, `"${to}"`)
      .split(',')
      .map((part) => (part.trimEnd() === `namespace=${from}` ? part.replace(from, () => to) : part))
      .join(','),
  );
}

/** Warns of markers with the namespace that the operator was deployed to before its line in `config` was changed. */
export function checkNamespace({
  project,
  reader,
  reporter,
}: {
  readonly project: ProjectFile;
  readonly reader: SourceReader;
  readonly reporter: Reporter;
}): void {
  const deployed = deployedNamespace(project, reader);
  const before = operatorNamespace(project);
  if (deployed === undefined || deployed.name === before) return;
  const { file, name, offset } = deployed;
  const stale = project.paths.controller
    .flatMap((folder) => reader.list(folder))
    .filter((path) => path.endsWith('.ts'))
    .filter((path) => {
      const text = reader.read(path) ?? '';
      return renameNamespaceInMarkers(text, before, name) !== text;
    });
  if (stale.length === 0) return;
  const lines = (reader.read(file) ?? '').slice(0, offset).split('\n');
  const span = { file, line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1, length: name.length };
  reporter.report(span, {
    code: 'KB_NAMESPACE_STALE',
    severity: 'warning',
    message: `the operator is deployed to ${name}, and markers name ${before}: ${stale.join(', ')}`,
    hint: `run kb edit --namespace ${name}, which changes them`,
  });
}
