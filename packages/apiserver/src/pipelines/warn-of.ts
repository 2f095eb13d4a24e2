import type { ServerContext } from '../context/server-context.ts';
import type { ApiObject, FrozenObject } from '../objects/api-object.ts';
import type { ServedResource } from '../resources/served-resource.ts';

/** The write that {@link warnOf} is about. */
export interface WarnedWrite {
  readonly server: ServerContext;
  readonly resource: ServedResource;
  /** Adds a `Warning` header to the response. */
  readonly warn: (text: string) => void;
}

/** Gives the warnings for an object that is accepted, and tells what the server does not enforce of it. */
export function warnOf(
  { server, resource, warn }: WarnedWrite,
  object: ApiObject,
  old: FrozenObject | undefined,
): void {
  for (const warning of resource.strategy.warnings?.(object, old) ?? []) warn(warning);
  server.notEnforced.check(resource, object, old, server.store);
}
