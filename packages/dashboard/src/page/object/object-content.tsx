import { type ReactNode, useMemo } from 'react';
import type { ShownObject } from '../../protocol/index.ts';
import { yamlLines } from '../yaml/yaml-lines.ts';
import { YamlView } from '../yaml/yaml-view.tsx';

/** What every object has, and what an Event has above its other fields. */
const shownElsewhere = new Set(['apiVersion', 'kind', 'metadata', 'reason', 'message']);

/**
 * What an object without spec and status says: the data of a ConfigMap, the rules of a role. Undefined for others, and
 * for those that say nothing.
 */
export function contentOf(object: ShownObject): Readonly<Record<string, unknown>> | undefined {
  if ('spec' in object || 'status' in object) return undefined;
  const entries = Object.entries(object).filter(([name, value]) => !shownElsewhere.has(name) && !isEmpty(value));
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

/** The content of an object as YAML. */
export function ObjectContent({ content }: { readonly content: Readonly<Record<string, unknown>> }): ReactNode {
  const lines = useMemo(() => yamlLines(content), [content]);
  return <YamlView lines={lines} />;
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}
