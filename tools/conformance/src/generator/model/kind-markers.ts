import type { Field } from './api-model.ts';
import { listArgument, stringArgument } from './argument.ts';
import type { RawMarker } from './raw-model.ts';
import { pick } from './words.ts';

/** What the markers of a kind's version depend on. */
export interface KindMarkersOptions {
  /** How many versions the kind has. */
  readonly versions: number;
  /** This is the stored one. */
  readonly isStored: boolean;
  /** A statement about this version. */
  readonly flags: number;
  readonly hasStatus: boolean;
  /** The fields of its spec. */
  readonly fields: readonly Field[];
}

/** The markers of a kind's version. */
export function kindMarkers(raws: readonly RawMarker[], options: KindMarkersOptions): string[] {
  const { versions, isStored, flags, hasStatus, fields } = options;
  // Whether other markers of a skipped version are an error is random.
  if (versions > 1 && !isStored && flags % 7 === 0) return ['kubebuilder:skipversion'];
  const markers = isStored && (versions > 1 || flags % 2 === 0) ? ['kubebuilder:storageversion'] : [];
  if (versions > 1 && !isStored && flags % 5 === 0) markers.push('kubebuilder:unservedversion');
  if (hasStatus) markers.push('kubebuilder:subresource:status');
  const selectable = fields.filter(
    ({ use, name }) => use.kind === 'scalar' && /^[a-z][A-Za-z]*$/.test(name) && use.go !== '[]byte',
  );
  const [selected] = selectable;
  const taken = new Set<string>();
  for (const raw of raws) {
    const name = pick(['printcolumn', 'printcolumn', 'scale', 'selectablefield', 'deprecated', 'metadata'], raw.pick);
    if (taken.has(name) && name !== 'printcolumn') continue;
    taken.add(name);
    if (name === 'printcolumn') markers.push(printColumn(raw));
    if (name === 'scale') markers.push(scale(raw));
    if (name === 'selectablefield' && selected !== undefined)
      markers.push(`kubebuilder:selectablefield:JSONPath=.spec.${selected.name}`);
    if (name === 'deprecated')
      markers.push(`kubebuilder:deprecatedversion${raw.flag ? `:warning=${quoted(warningOf(raw), raw)}` : ''}`);
    if (name === 'metadata') markers.push(metadata(raw));
  }
  return markers;
}

/** The marker of a kind's names, which is the same in every version. */
export function namesMarker(kind: string, raws: readonly RawMarker[]): string[] {
  const [raw] = raws;
  if (raw === undefined || raw.pick % 2 === 0) return [];
  const { other } = raw;
  const given = [`scope=${other % 3 === 0 ? 'Cluster' : 'Namespaced'}`];
  // A group gives a short name to one kind.
  const shortNames = [`x${kind.toLowerCase()}`, `y${kind.toLowerCase()}`];
  if (other % 2 === 0) given.push(`shortName=${listArgument(shortNames.slice(0, other % 4 === 0 ? 2 : 1), raw)}`);
  if (other % 5 === 0) given.push(`categories=${listArgument(['all', 'trade'], raw)}`);
  if (other % 7 === 0) given.push(`path=${kind.toLowerCase()}things`, `singular=${kind.toLowerCase()}thing`);
  return [`kubebuilder:resource:${raw.flag ? given.join(',') : given.reverse().join(',')}`];
}

function printColumn(raw: RawMarker): string {
  const given = [
    `name=${quoted(raw.words[0] ?? 'Name', raw)}`,
    `type=${pick(['string', 'integer', 'date', 'boolean', 'number'], raw.other)}`,
    `JSONPath=${quoted(pick(['.spec.image', '.metadata.creationTimestamp', ".status.conditions[?(@.type=='Ready')].status"], raw.other), raw)}`,
  ];
  if (raw.other % 2 === 0) given.push(`description=${quoted(raw.text, raw)}`);
  if (raw.other % 3 === 0) given.push(`format=${pick(['int32', 'date-time', 'name'], raw.other)}`);
  if (raw.other % 5 === 0) given.push(`priority=${raw.other % 4}`);
  return `kubebuilder:printcolumn:${given.join(',')}`;
}

function scale(raw: RawMarker): string {
  const selector = raw.flag ? ',selectorpath=.status.selector' : '';
  return `kubebuilder:subresource:scale:specpath=.spec.replicas,statuspath=.status.replicas${selector}`;
}

function metadata(raw: RawMarker): string {
  const annotations = `annotations=${listArgument(['example.com/a=b', `c=${raw.words[0] ?? ''}`], { ...raw, flag: false })}`;
  const labels = `labels=${listArgument(['app=x', 'example.com/tier=y'], { ...raw, flag: false })}`;
  return `kubebuilder:metadata:${pick([annotations, labels, `${annotations},${labels}`], raw.other)}`;
}

/** A warning that the API server accepts. */
function warningOf({ text }: RawMarker): string {
  return `use v2: ${text.replaceAll(/[^ -~]/g, '')}`.trim();
}

function quoted(text: string, raw: RawMarker): string {
  return stringArgument(text, { ...raw, flag: false });
}
