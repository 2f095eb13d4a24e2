/**
 * The mappings that make the built-in types: what the group versions' types are written with, so that declarations
 * which mention them can name them.
 *
 * @module
 */
export type { Apply, ApplyKind } from './apply.ts';
export type { ListMapKey } from './list-map-keys.ts';
export type { Wire, WireKind, WireObject, WirePick } from './wire.ts';
