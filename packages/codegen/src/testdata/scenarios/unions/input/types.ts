import type { int32, KubernetesObject } from '@kb/apimachinery';
import type { ConfigMapKeySelector, SecretKeySelector } from '@kb/kubernetes/core/v1';

/** Git is a repository. */
export interface Git {
  /** What kind of source it is. */
  type: 'Git';
  /** Where it is cloned from. */
  // +kubebuilder:validation:MinLength=1
  url: string;
  /** Directory in it. */
  path?: string;
}

/** Bucket is object storage. */
export interface Bucket {
  /** What kind of source it is. */
  type: 'S3' | 'GCS';
  /** Name of the bucket. */
  bucket: string;
  /** Directory in it. */
  path?: string;
}

/** Source is where things come from. */
export type Source = Git | Bucket;

export interface SecretRef {
  secret: SecretKeySelector;
}

/** Value comes from one place. */
export type Value = SecretRef | { configMap: ConfigMapKeySelector } | { text: string };

export enum Mode {
  Fast = 'fast',
  Slow = 'slow',
}

interface Typed<T> {
  mode: T;
}

interface Fast extends Typed<Mode.Fast> {
  speed: int32;
}

interface Slow extends Typed<Mode.Slow> {
  /** Seconds. */
  delay?: int32;
}

/** Flag is on or off. */
export type Flag = { on: true; color: string } | { on: false };

export type Leveled = { level: 1; low?: string } | { level: 2; high?: string } | { level: 3 };

// +kubebuilder:validation:MaxLength=5
export type ShortText = string;

export type Either<A, B> = A | B;

/** What all have. */
export interface Named {
  /** Name of it. */
  // +kubebuilder:validation:MaxLength=63
  name: string;
}

export interface ShopSpec {
  /** First source. */
  source: Source;
  nullable: Source | null;
  optional?: Value;
  list?: Source[];
  byName?: Record<string, Value>;
  deep?: Record<string, Source[]>;
  enumerated: Fast | Slow;
  flag?: Flag;
  leveled?: Leveled;
  wider?: Source | { type: 'OCI'; image: string };
  generic?: Either<SecretRef, Named>;
  together?: Named & Value;
  both?: Named & (Git | Bucket) & { extra?: boolean };
  crossed?: ({ a: string } | { b: string }) & ({ c: string } | { d: string });
  narrowed?: Source & { type: 'Git' };
  nested?: { inner: Value; kind: 'x' } | { kind: 'y' };
  same?: Named | Named;
  subset?: { one: string } | { one: string; two: string };
  lengths?: { kind: 'short'; text: ShortText } | { kind: 'long'; text: string };
  deepTag?: { meta: { type: 'A' }; a?: string } | { meta: { type: 'B' }; b?: string };
  partial?: Partial<Git> | { other: string };
  port?: int32 | string;
  size?: 'small' | string;
  word?: 'small' | (string & {});
  // +kubebuilder:validation:XValidation:rule="self.type != 'Git' || self.url.startsWith('https://')"
  ruled?: Source;
  defaulted?: Mine | Yours;
  computed?: { [K in 'Git' | 'S3']: Extract<Source, { type: K }> }['Git' | 'S3'] | { type: 'None' };
  indexed?: ShopSpecs['source'];

}

interface ShopSpecs {
  source: Source | null;
}

type PerKind<K extends string> = K extends K ? { kind: K; value: string } & Record<K, int32> : never;

export interface Mine {
  // +kubebuilder:default=mine
  whose: 'mine';
  common?: int32;
}

export interface Yours {
  whose: 'yours';
  common?: int32;
  hidden?: {
    // +kubebuilder:default=3
    depth?: int32;
  };
}

/** Shop sells. */
// +kubebuilder:object:root=true
export interface Shop extends KubernetesObject {
  spec: ShopSpec;
}

/** The spec of a stall is one of two. */
// +kubebuilder:object:root=true
export interface Stall extends KubernetesObject {
  spec: Source;
}
