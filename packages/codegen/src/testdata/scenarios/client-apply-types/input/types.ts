import type { Bytes, Condition, int32, int64, KubernetesObject, Quantity } from '@kb/apimachinery';
import type { Container, EnvVar, PodTemplateSpec, ResourceRequirements } from '@kb/kubernetes/core/v1';

export interface Door {
  color: string;
  width?: int32;
}

/** Doors, told apart by their colors. */
// +listType=map
// +listMapKey=color
export type Doors = Door[];

/** The same, under another name. */
export type FrontDoors = Doors;

export interface GitSource {
  type: 'Git';
  git: { url: string };
}
export interface BucketSource {
  type: 'Bucket';
  bucket: { name: string };
}
export type Source = GitSource | BucketSource;

export interface Inherited {
  inherited: string;
}

export interface Limits extends ResourceRequirements {
  burst?: int32;
}

export interface Box<T> {
  content?: T;
  size: int32;
}

export type Level = 'low' | 'high';

/** A number and its unit. */
export type Unit = `${number}${'s' | 'm'}`;

export enum Mode {
  Fast = 'Fast',
  Slow = 'Slow',
}

export interface Node {
  name: string;
  // +kubebuilder:pruning:PreserveUnknownFields
  // +kubebuilder:validation:Schemaless
  inner?: unknown;
}

export interface GardenSpec extends Inherited {
  replicas?: int32;
  generation: int64;
  key?: Bytes;
  level?: Level;
  mode?: Mode;
  size?: Quantity;
  door: Door;
  // +listType=map
  // +listMapKey=color
  doors?: Door[];
  plainDoors?: Door[];
  aliasDoors?: Doors;
  frontDoors?: FrontDoors;
  rows?: Door[][];
  doorsByName?: Record<string, Door>;
  doorListsByName?: Record<string, Door[]>;
  maybeDoor?: Door | null;
  maybeDoors?: (Door | null)[];
  source?: Source;
  sources?: Source[];
  sourcesByName?: { [key: string]: Source };
  // +listType=map
  // +listMapKey=type
  sourceOfType?: Source[];
  numbers?: int32[];
  matrix?: string[][];
  pair?: [string, string];
  atLeastOne?: [Door, ...Door[]];
  doorPair?: [Door, Door];
  address?: `${string}:${number}`;
  tier?: `tier-${1 | 2}`;
  unit?: Unit;
  labels?: Record<string, string>;
  box?: Box<Door>;
  limits?: Limits;
  inline?: { a: string; b?: { c: string } };
  template?: PodTemplateSpec;
  containers?: Container[];
  // +listType=map
  // +listMapKey=name
  env?: EnvVar[];
  anything?: unknown;
  picked?: Pick<Door, 'color'>;
  omitted?: Omit<Door, 'color'>;
  // +listType=map
  // +listMapKey=name
  nodes?: Node[];
}

// +kubebuilder:object:root=true
// +kubebuilder:subresource:status
// +kubebuilder:subresource:scale:specpath=.spec.replicas,statuspath=.status.replicas
export interface Garden extends KubernetesObject {
  spec: GardenSpec;
  status?: {
    replicas?: int32;
    // +listType=map
    // +listMapKey=type
    conditions?: Condition[];
  };
}

/** A kind that has no subresources, and a spec of its own. */
// +kubebuilder:object:root=true
export interface Fence extends KubernetesObject {
  spec?: Door;
}
