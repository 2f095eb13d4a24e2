import type { KubernetesObject } from '@kb/apimachinery';
import type { Missing } from './missing.ts';
import type { Elsewhere } from 'elsewhere';

export class Clerk {}

export interface Mixed {
  name: string;
  [key: string]: string;
}

export interface ShopSpec {
  opened: Date;
  run(): void;
  handler: () => void;
  anything: any;
  nothing: null;
  pair: [string, boolean];
  either: string | boolean;
  one: { a?: string } | { b?: string };
  index: Map<string, string>;
  clerk: Clerk;
  missing: Missing;
  elsewhere: Elsewhere;
  unknown: Unknown;
  keys: Record<number, string>;
  mixed: Mixed;
  untyped;
  big: bigint;
  pattern: `a-${Uppercase<string>}`;
}

/** Shop sells. */
// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}
