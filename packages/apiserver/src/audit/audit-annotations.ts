import { isQualifiedName } from '@kb/apimachinery/server';

/** How much an audit event says, from the least to the most. */
export const auditLevels = ['None', 'Metadata', 'Request', 'RequestResponse'] as const;

/** How much an audit event says. `None`: there is no event. */
export type AuditLevel = (typeof auditLevels)[number];

/**
 * Adds an annotation to the audit event of a request. The first value of a key stays; a key that is not
 * `PREFIX/NAME` with a DNS subdomain is left out. `level` is the lowest level of an event that shows it; default:
 * `Metadata`. Does nothing if the request is not audited.
 */
export type Annotate = (key: string, value: string, level?: 'Metadata' | 'Request') => void;

/** The annotations of a request that is not audited. */
export const ignoreAnnotation: Annotate = () => undefined;

/** Whether an event of one level shows what belongs to another. */
export function includesLevel(level: AuditLevel, wanted: AuditLevel): boolean {
  return auditLevels.indexOf(level) >= auditLevels.indexOf(wanted);
}

/** Collects the annotations of an audit event of a level. */
export class AuditAnnotations {
  private readonly values = new Map<string, string>();
  private readonly level: AuditLevel;

  constructor(level: AuditLevel) {
    this.level = level;
  }

  readonly add: Annotate = (key, value, level = 'Metadata') => {
    if (!includesLevel(this.level, level) || this.values.has(key) || !isAnnotationKey(key)) return;
    this.values.set(key, value);
  };

  /** The same annotations for an event of another level. */
  forLevel(level: AuditLevel): AuditAnnotations {
    const other = new AuditAnnotations(level);
    for (const [key, value] of this.values) other.add(key, value);
    return other;
  }

  /** All annotations, sorted by their keys; undefined if there are none. */
  toJson(): Record<string, string> | undefined {
    if (this.values.size === 0) return undefined;
    return Object.fromEntries([...this.values].sort(([a], [b]) => (a < b ? -1 : 1)));
  }
}

function isAnnotationKey(key: string): boolean {
  return key.split('/').length === 2 && isQualifiedName(key).length === 0;
}
