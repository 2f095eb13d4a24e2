/** A part of what is deployed that a value of the chart switches: a component of `config/default`. */
export type Switch =
  'webhook' | 'certManager' | 'ownCertificates' | 'metricsCertificate' | 'prometheus' | 'networkPolicy';

/** The conditions of the parts, as Helm writes them. */
const conditions: Readonly<Record<Switch, string>> = {
  webhook: '.Values.webhook.enabled',
  certManager: '(and .Values.webhook.enabled .Values.certManager.enabled)',
  ownCertificates: '(and .Values.webhook.enabled .Values.ownCertificates.enabled)',
  metricsCertificate: '(and .Values.webhook.enabled .Values.certManager.enabled .Values.metrics.certificate)',
  prometheus: '(and .Values.metrics.enabled .Values.prometheus.enabled)',
  networkPolicy: '.Values.networkPolicy.enabled',
};

/** A rendering of `config/default`: the parts that it deploys. */
export type Parts = ReadonlySet<Switch>;

/** The renderings in which something is there, in their order. */
export type Mask = readonly boolean[];

interface Candidate {
  readonly text: string;
  readonly holds: (parts: Parts) => boolean;
}

const switches = Object.keys(conditions) as Switch[];
const simple: readonly Candidate[] = [
  ...switches.map((name): Candidate => ({ text: conditions[name], holds: (parts) => parts.has(name) })),
  ...switches.map((name): Candidate => ({ text: `(not ${conditions[name]})`, holds: (parts) => !parts.has(name) })),
];
const pairs = simple.flatMap((a, index) => simple.slice(index + 1).map((b) => [a, b] as const));

/** What can tell renderings apart, the simplest first. */
const candidates: readonly Candidate[] = [
  ...simple,
  ...pairs.map(([a, b]): Candidate => ({
    text: `(and ${a.text} ${b.text})`,
    holds: (parts) => a.holds(parts) && b.holds(parts),
  })),
  ...pairs.map(([a, b]): Candidate => ({
    text: `(or ${a.text} ${b.text})`,
    holds: (parts) => a.holds(parts) || b.holds(parts),
  })),
];

/**
 * Returns the condition that tells the renderings of a mask from the others, among those in which the thing around it
 * is there. Empty: always. Undefined: no combination of parts tells them apart.
 */
export function conditionOf(mask: Mask, around: Mask, variants: readonly Parts[]): string | undefined {
  const asked = variants.flatMap((parts, index) => (around[index] === true ? [{ parts, there: mask[index] }] : []));
  if (asked.every(({ there }) => there === true)) return '';
  return candidates.find(({ holds }) => asked.every(({ parts, there }) => holds(parts) === there))?.text;
}

/** A condition without the parentheses around it, as an `if` needs none. */
export function unwrapped(condition: string): string {
  return condition.startsWith('(') && condition.endsWith(')') ? condition.slice(1, -1) : condition;
}
