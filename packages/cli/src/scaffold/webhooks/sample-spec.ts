import type { ProjectFile, SourceReader } from '@kb/codegen';
import { parse } from 'yaml';
import { kindNames } from '../kind-names.ts';
import type { WebhookNames } from '../webhook-names.ts';

/**
 * The `spec` of an object that the API server accepts, as TypeScript: that of the kind's sample. Undefined if the kind
 * is not the project's, or its sample has none.
 */
export function sampleSpec(project: ProjectFile, names: WebhookNames, reader: SourceReader): string | undefined {
  const resource = project.resources.find((one) => one.kind === names.kind && one.version === names.version);
  if (resource === undefined) return undefined;
  const sample = reader.read(`${project.paths.config}/samples/${kindNames(resource).sampleFile}`);
  if (sample === undefined) return '{}';
  try {
    const content: unknown = parse(sample);
    return typeof content === 'object' && content !== null && 'spec' in content ? literal(content.spec) : undefined;
  } catch {
    // A broken sample is reported by what installs it.
    return '{}';
  }
}

/** A value of JSON as TypeScript, in the style of the rest. */
function literal(value: unknown): string {
  if (typeof value === 'string') return /['\\\n]/.test(value) ? JSON.stringify(value) : `'${value}'`;
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).map(
    ([key, one]) => `${/^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key)}: ${literal(one)}`,
  );
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
}
