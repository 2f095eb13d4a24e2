import { hashJson, isRecord } from '@kb/apimachinery/codec';
import type { Answer } from '@kb/apiserver/recorded';

/** The answers to some requests as they are kept in the tree: what can be read of them, and a hash of all. */
export interface Fingerprint {
  /** Such as `201 200 422`. */
  readonly statuses: string;
  /** Reason and field of each cause, sorted: `FieldValueRequired spec.name`. Their texts are in the hash. */
  readonly causes: readonly string[];
  readonly hash: string;
}

/**
 * Makes the fingerprint of answers. Those that are equal but for what the real server leaves to chance have the same
 * one: the order of causes, and that of managed fields, which depends on whether two writes fall into one second. So do
 * those that are equal but for the order of keys.
 */
export function fingerprintOf(answers: readonly Answer[]): Fingerprint {
  return {
    statuses: answers.map(({ status }) => status).join(' '),
    causes: [...new Set(answers.flatMap(({ body }) => causesOf(body)))].sort(),
    hash: shortHash(answers.map(({ status, headers, body }) => [status, headers['warning'] ?? '', sorted(body)])),
  };
}

/** The beginning of a hash: enough for a difference to be seen. */
export function shortHash(value: unknown): string {
  return hashJson(value).slice(0, 12);
}

function causesOf(body: unknown): string[] {
  const details = isRecord(body) ? body['details'] : undefined;
  const causes = isRecord(details) ? details['causes'] : undefined;
  if (!Array.isArray(causes)) return [];
  return causes.filter(isRecord).map(({ reason, field }) => `${String(reason)} ${String(field)}`);
}

/** The body of a refusal without the order of its causes, or an object without that of its managed fields. */
function sorted(body: unknown): unknown {
  if (!isRecord(body)) return body;
  if (body['kind'] !== 'Status') {
    const { metadata } = body;
    const fields = isRecord(metadata) ? metadata['managedFields'] : undefined;
    if (!isRecord(metadata) || !Array.isArray(fields)) return body;
    return { ...body, metadata: { ...metadata, managedFields: fields.map((entry) => hashJson(entry)).sort() } };
  }
  const { details, message, ...rest } = body;
  const causes = isRecord(details) && Array.isArray(details['causes']) ? details['causes'] : [];
  return {
    ...rest,
    message: String(message)
      .split(/, |\n|\[|\]/)
      .sort(),
    details: {
      ...(isRecord(details) && details),
      causes: [...new Set(causes.map((cause) => JSON.stringify(cause)))].sort(),
    },
  };
}
