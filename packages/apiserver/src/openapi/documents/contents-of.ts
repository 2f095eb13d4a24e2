import type { Content } from '../definitions/definition-name.ts';
import type { Operation } from '../operations/operation.ts';

/** Yields the content of all requests and responses. */
export function* contentsOf(operations: readonly Operation[]): Iterable<Content> {
  for (const { body, responses } of operations) {
    if (body) yield body.content;
    for (const content of Object.values(responses)) if (content !== undefined) yield content;
  }
}
