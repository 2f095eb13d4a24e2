import type { JsonObject, JsonValue } from '@kb/apimachinery';
import type { UnionApi } from './union-api.ts';

const SOURCES = `
export interface Git { type: 'Git'; url: string; path?: string }
export interface Bucket { type: 'S3' | 'GCS'; bucket: string; path?: string }
export type Source = Git | Bucket;
`;

const git = { value: { type: 'Git', url: 'https://example.com', path: 'a' }, required: ['type', 'url'] };
const s3 = { value: { type: 'S3', bucket: 'b', path: 'a' }, required: ['type', 'bucket'] };
const gcs = { value: { type: 'GCS', bucket: 'b', path: 'a' }, required: ['type', 'bucket'] };
const ofType: readonly [string, JsonValue] = ['type', 'Unknown'];

const VALUES = `
export interface FromSecret { secret: SecretKeySelector }
export type Value = FromSecret | { configMap: ConfigMapKeySelector } | { text: string };
`;
const secret = { value: { secret: { name: 'a', key: 'b' } }, required: ['secret'] };
const configMap = { value: { configMap: { name: 'a', key: 'b' } }, required: ['configMap'] };
const text = { value: { text: 'a' }, required: ['text'] };

const asSpec = (value: JsonValue): JsonObject => value as JsonObject;
const inField = (value: JsonValue): JsonObject => ({ value });

/** Unions of objects in every notation and in every place. */
export const unionApis: readonly UnionApi[] = [
  {
    kind: 'Whole',
    source: `${SOURCES} export type WholeSpec = Source;`,
    place: asSpec,
    shapes: [git, s3, gcs],
    discriminant: ofType,
  },
  {
    kind: 'Listed',
    source: `${SOURCES} export interface ListedSpec { sources: Source[] }`,
    place: (value) => ({ sources: [git.value, value, s3.value] }),
    shapes: [git, s3, gcs],
    discriminant: ofType,
  },
  {
    kind: 'Mapped',
    source: `${SOURCES} export interface MappedSpec { byName: Record<string, Source[][]> }`,
    place: (value) => ({ byName: { a: [[git.value], [value]], b: [] } }),
    shapes: [git, s3, gcs],
    discriminant: ofType,
  },
  {
    kind: 'Nullable',
    source: `${SOURCES} export interface NullableSpec { value: Source | null; closed?: 'a' | null }`,
    place: inField,
    shapes: [git, s3],
    discriminant: ofType,
    accepted: [null],
  },
  {
    kind: 'Closed',
    source: `export interface ClosedSpec { value: { kind: 'a'; mode?: 'x' | null } | { kind: 'b'; mode?: 'y' | null } }`,
    place: inField,
    shapes: [
      { value: { kind: 'a', mode: 'x' }, required: ['kind'] },
      { value: { kind: 'b', mode: 'y' }, required: ['kind'] },
    ],
    discriminant: ['kind', 'c'],
    accepted: [{ kind: 'a', mode: null }],
    refused: [{ kind: 'a', mode: 'y' }],
  },
  {
    kind: 'Keyed',
    source: `${VALUES} export interface KeyedSpec { value?: Value }`,
    place: inField,
    shapes: [secret, configMap, text],
  },
  {
    kind: 'Inherited',
    source: `
      export enum Mode { Fast = 'fast', Slow = 'slow' }
      interface Typed<M extends Mode> { mode: M }
      interface Fast extends Typed<Mode.Fast> { speed: int32 }
      interface Slow extends Typed<Mode.Slow> { delay?: int32 }
      export interface InheritedSpec { value: Fast | Slow }`,
    place: inField,
    shapes: [
      { value: { mode: 'fast', speed: 1 }, required: ['mode', 'speed'] },
      { value: { mode: 'slow', delay: 1 }, required: ['mode'] },
    ],
    discriminant: ['mode', 'medium'],
  },
  {
    kind: 'Switched',
    source: `export interface SwitchedSpec { value: { on: true; color: string } | { on: false } }`,
    place: inField,
    shapes: [
      { value: { on: true, color: 'red' }, required: ['on', 'color'] },
      { value: { on: false }, required: ['on'] },
    ],
    discriminant: ['on', 'yes'],
  },
  {
    kind: 'Numbered',
    source: `export interface NumberedSpec { value: { level: 1; low?: string } | { level: 2; high?: string } | { level: 3 } }`,
    place: inField,
    shapes: [
      { value: { level: 1, low: 'a' }, required: ['level'] },
      { value: { level: 2, high: 'a' }, required: ['level'] },
      { value: { level: 3 }, required: ['level'] },
    ],
    discriminant: ['level', 4],
  },
  {
    kind: 'Wider',
    source: `${SOURCES} export interface WiderSpec { value: Source | { type: 'OCI'; image: string } }`,
    place: inField,
    shapes: [git, s3, { value: { type: 'OCI', image: 'a' }, required: ['type', 'image'] }],
    discriminant: ofType,
  },
  {
    kind: 'Together',
    source: `${VALUES} interface Named { name: string } export interface TogetherSpec { value: Named & Value }`,
    place: inField,
    shapes: [secret, configMap, text].map(({ value, required }) => ({
      value: { name: 'a', ...value },
      required: ['name', ...required],
    })),
  },
  {
    kind: 'Crossed',
    source: `export interface CrossedSpec { value: ({ a: string } | { b: string }) & ({ c: string } | { d: string }) }`,
    place: inField,
    shapes: ['ac', 'ad', 'bc', 'bd'].map(([x = '', y = '']) => ({ value: { [x]: '1', [y]: '2' }, required: [x, y] })),
  },
  {
    kind: 'Nested',
    source: `${VALUES} export interface NestedSpec { value: { inner: Value; kind: 'x' } | { kind: 'y' } }`,
    place: inField,
    shapes: [
      { value: { kind: 'x', inner: text.value }, required: ['kind', 'inner'] },
      { value: { kind: 'y' }, required: ['kind'] },
    ],
    discriminant: ['kind', 'z'],
    accepted: [{ kind: 'x', inner: secret.value }],
    refused: [
      { kind: 'x', inner: { ...secret.value, ...text.value } },
      { kind: 'x', inner: {} },
    ],
  },
  {
    kind: 'Narrowed',
    source: `
      // +kubebuilder:validation:MaxLength=5
      type Short = string;
      export interface NarrowedSpec { value: { kind: 'short'; text: Short } | { kind: 'long'; text: string } }`,
    place: inField,
    shapes: [
      { value: { kind: 'short', text: 'abcde' }, required: ['kind', 'text'] },
      { value: { kind: 'long', text: 'abcdefg' }, required: ['kind', 'text'] },
    ],
    discriminant: ['kind', 'medium'],
    accepted: [{ kind: 'long', text: 'a' }],
  },
  {
    kind: 'Deep',
    source: `export interface DeepSpec { value: { meta: { type: 'A' }; a?: string } | { meta: { type: 'B' }; b?: string } }`,
    place: inField,
    shapes: [
      { value: { meta: { type: 'A' }, a: 'a' }, required: ['meta'] },
      { value: { meta: { type: 'B' }, b: 'a' }, required: ['meta'] },
    ],
    discriminant: ['meta', { type: 'C' }],
    refused: [{ meta: {} }],
  },
  {
    kind: 'Computed',
    source: `${SOURCES} export interface ComputedSpec { value: { [K in 'Git' | 'S3']: Extract<Source, { type: K }> | { type: 'None' } }['Git' | 'S3'] }`,
    place: inField,
    shapes: [git, { value: { type: 'None' }, required: ['type'] }],
    discriminant: ofType,
  },
  {
    kind: 'Generic',
    source: `${SOURCES} ${VALUES} type Either<A, B> = A | B; export interface GenericSpec { value: Either<Value, Git> }`,
    place: inField,
    shapes: [secret, configMap, text, git],
  },
  {
    kind: 'Subset',
    source: `export interface SubsetSpec { value: { one: string } | { one: string; two: string } }`,
    place: inField,
    shapes: [
      { value: { one: 'a' }, required: ['one'] },
      { value: { one: 'a', two: 'b' }, required: ['one', 'two'] },
    ],
  },
  {
    kind: 'Defaulted',
    source: `
      interface Mine {
        // +kubebuilder:default=mine
        whose: 'mine';
        mine?: int32;
      }
      interface Yours {
        whose: 'yours';
        yours?: {
          // +kubebuilder:default=3
          depth?: int32;
        };
      }
      export interface DefaultedSpec { value: Mine | Yours }`,
    place: inField,
    shapes: [
      { value: { whose: 'mine', mine: 1 }, required: [] },
      { value: { whose: 'yours', yours: {} }, required: [] },
    ],
    discriminant: ['whose', 'theirs'],
    accepted: [{ mine: 1 }],
    refused: [{ yours: {} }],
    refusesNothing: false,
  },
  {
    kind: 'Shaped',
    source: `
      enum Level { Low = 1, High = 2 }
      export interface ShapedSpec {
        pair?: [string, string?];
        path?: [int32, ...int32[]];
        percent?: \`\${int32}%\` | 'auto' | null;
        level?: Level;
        port?: int32 | string;
        'odd-name'?: { $ref?: string; __proto__?: string };
      }`,
    place: asSpec,
    shapes: [],
    refusesNothing: false,
    accepted: [
      {},
      { pair: ['a'] },
      { pair: ['a', 'b'] },
      { path: [1, 2, 3] },
      { percent: '-5%' },
      { percent: 'auto' },
      { percent: null },
      { level: 2 },
      { port: 80 },
      { port: 'http' },
      { 'odd-name': { $ref: 'a' } },
    ],
    refused: [
      { pair: [] },
      { pair: ['a', 'b', 'c'] },
      { pair: [1] },
      { path: [] },
      { percent: '5' },
      { percent: 'x5%' },
      { percent: '5%x' },
      { percent: 'automatic' },
      { level: 3 },
      { level: '1' },
      { port: true },
    ],
  },
];
