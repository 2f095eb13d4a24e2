import type { Condition, int32, KubernetesObject, Quantity } from '@kb/apimachinery';
import type * as core from '@kb/kubernetes/core/v1';
import type { V1Affinity } from '@kubernetes/client-node';
import type { Money } from '../../common/money.ts';

/** Box holds one thing. */
export interface Box<T, L = string> {
  /** What is in it. */
  content: T;
  label?: L;
}

/** Name of a thing. */
// +kubebuilder:validation:MaxLength=20
export type Name = string;

type Keys = 'front' | 'back';

/** Door is a way in. */
export interface Door {
  /** How wide it is. */
  // +required
  width?: int32;
  /** Whether it is locked. */
  locked: boolean;
}

/** Pair of two numbers. */
export type Level = 1 | 2 | 3;

/** Base of all. */
export interface Base {
  /** Any note. */
  note?: string;
  /** Size, before it is narrowed. */
  size: string;
}

/** ShopSpec is wanted. {@link Door | Doors} are in it.
 *
 * @example none of this
 */
export interface ShopSpec extends Base {
  /** Size, narrowed. */
  size: 'S' | 'M';
  doors: Record<Keys, Door>;
  optionalDoor?: Partial<Door>;
  requiredDoor?: Required<Pick<Door, 'locked' | 'width'>>;
  doorWithout?: Omit<Door, 'locked'>;
  namedBox?: Box<Name>;
  numberBox?: Box<int32, Level>;
  level?: Level;
  flag?: true | false;
  price?: Money;
  prices?: readonly Money[];
  byName?: { [name: string]: Money };
  anything?: unknown;
  open?: Record<string, unknown>;
  mixed?: { known?: string; [key: string]: unknown };
  inPlace?: { a: string; b?: int32[] };
  both?: Door & { color?: string };
  nullable: string | null;
  nullableEnum?: 'a' | 'b' | null;
  indexed?: Door['width'];
  mapped?: { [K in Keys]?: Door };
  env?: core.EnvVar[];
  port?: Pick<core.ServicePort, 'port' | 'protocol'>;
  affinity?: Pick<V1Affinity, 'nodeAffinity'>['nodeAffinity'] extends infer T ? { weight: int32 } : never;
  selector?: core.PodSpec['tolerations'];
  quantities?: Array<Quantity>;
}

/** ShopStatus is seen. */
export interface ShopStatus {
  // +listType=map
  // +listMapKey=type
  conditions?: Condition[];
}

/** Shop sells. */
// +kubebuilder:object:root=true
// +kubebuilder:subresource:status
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
  status?: ShopStatus;
}

/** Stall is a small shop. */
// +kubebuilder:object:root=true
// +kubebuilder:resource:scope=Cluster
export interface Stall extends KubernetesObject {
  // +listType=map
  // +listMapKey=color
  doors?: (Door & { color: string })[];
  price?: Money;
  // +listType=map
  // +listMapKey=cents
  prices?: Money[];
}
