import { terminalError } from '../controller/terminal-error.ts';
import fc from 'fast-check';

/**
 * A case of {@link hostileValue}: a name for test messages, and the function that makes the value, which no message
 * could show.
 */
export interface Hostile {
  readonly name: string;
  readonly make: () => unknown;
}

const fails = (): never => {
  throw new Error('a trap');
};

function withGetters(...names: string[]): Error {
  const error = new Error('usual');
  for (const name of names) Object.defineProperty(error, name, { get: fails });
  return error;
}

function revoked(target: object): unknown {
  const { proxy, revoke } = Proxy.revocable(target, {});
  revoke();
  return proxy;
}

function cyclic(): Error {
  const error = new Error('round');
  error.cause = new AggregateError([error, new Error('beside', { cause: error })], 'and round');
  return error;
}

/** Makes an error that can be inspected this many times, and then throws: code must not rely on inspecting it again. */
function fickle(times: number): Error {
  let left = times;
  return new Proxy(new Error('fickle'), {
    get: (target, name) => {
      left -= 1;
      return left >= 0 ? Reflect.get(target, name) : fails();
    },
    getPrototypeOf: (target) => {
      left -= 1;
      return left >= 0 ? Reflect.getPrototypeOf(target) : fails();
    },
  });
}

function statusError(status: unknown): Error {
  return Object.assign(new Error('status'), { name: 'StatusError', status });
}

const trapped: ProxyHandler<object> = {
  get: fails,
  has: fails,
  ownKeys: fails,
  getPrototypeOf: fails,
  getOwnPropertyDescriptor: fails,
};

const makers: Readonly<Record<string, () => unknown>> = {
  'a message that throws': () => withGetters('message'),
  'a code that throws': () => withGetters('code'),
  'members that throw': () => withGetters('message', 'name', 'stack', 'code', 'cause', 'status', 'constructor'),
  'a revoked Proxy': () => revoked({}),
  'a revoked Proxy of an Error': () => revoked(new Error('gone')),
  'a revoked Proxy of a function': () => revoked(fails),
  'a revoked Proxy of a list': () => revoked([]),
  'a Proxy whose traps throw': () => new Proxy({}, trapped),
  'an Error whose traps throw': () => new Proxy(new Error('x'), { ...trapped, getPrototypeOf: () => Error.prototype }),
  'a message of 5 MB': () => new Error('long '.repeat(1_000_000)),
  'a text of 5 MB': () => 'long '.repeat(1_000_000),
  'a list of 300,000 numbers': () => Array.from({ length: 300_000 }, (_, index) => index),
  'circular causes': cyclic,
  'an AggregateError of thousands': () =>
    new AggregateError(Array.from({ length: 5000 }, (_, index) => new Error(`number ${index} ${'x'.repeat(2000)}`))),
  'an AggregateError whose errors throw': () => Object.defineProperty(new AggregateError([]), 'errors', { get: fails }),
  'an AggregateError whose errors are gone': () => Object.assign(new AggregateError([]), { errors: revoked([]) }),
  'conversions that throw': () => ({ toString: fails, toJSON: fails, [Symbol.toPrimitive]: fails }),
  'an Error with conversions that throw': () =>
    Object.assign(new Error('x'), { toString: fails, toJSON: fails, [Symbol.toPrimitive]: fails }),
  'no prototype': () => Object.create(null),
  'a symbol': () => Symbol('s'),
  'a bigint': () => 2n ** 200n,
  'a function': () => fails,
  undefined: () => undefined,
  null: () => null,
  NaN: () => Number.NaN,
  'a message that is not text': () =>
    Object.assign(new Error('x'), { message: { toString: fails }, name: 5n, stack: {} }),
  // oxlint-disable-next-line unicorn/no-thenable -- that is what is tried.
  'a thenable that throws': () => Object.defineProperty({}, 'then', { get: fails }),
  'an object key that lies': () => ({ name: 'a', namespace: Symbol('n') }),
  'metadata that throws': () => Object.defineProperty({ kind: 'Widget' }, 'metadata', { get: fails }),
  'a StatusError without a status': () => statusError(null),
  'a StatusError whose status throws': () => statusError(new Proxy({}, trapped)),
  'a StatusError whose reason is none': () => statusError({ reason: Symbol('r'), details: { causes: [null, 5] } }),
  'a name that is taken': () => Object.assign(new Error('x'), { name: 'TerminalError', cause: revoked({}) }),
};

const simple: fc.Arbitrary<Hostile> = fc.oneof(
  fc.constantFrom(...Object.entries(makers)).map(([name, make]) => ({ name, make })),
  fc
    .nat({ max: 30 })
    .map((times) => ({ name: `an Error that throws after ${times} looks`, make: () => fickle(times) })),
);

const wrapped = (inner: fc.Arbitrary<Hostile>): fc.Arbitrary<Hostile> =>
  fc.oneof(
    inner.map(({ name, make }) => ({ name: `caused by ${name}`, make: () => new Error('outer', { cause: make() }) })),
    inner.map(({ name, make }) => ({
      name: `with ${name}`,
      make: () => new AggregateError([make(), new Error('other')]),
    })),
    inner.map(({ name, make }) => ({
      name: `for good: ${name}`,
      make: () => terminalError('outer', { cause: make() }),
    })),
  );

/** Arbitrary values that a program can throw, including the most hostile ones. */
export const hostileValue: fc.Arbitrary<Hostile> = fc.oneof(
  { weight: 4, arbitrary: simple },
  { weight: 2, arbitrary: wrapped(simple) },
  { weight: 1, arbitrary: wrapped(wrapped(simple)) },
);

/** Returns every hostile value that does not contain another one. */
export const hostileValues = (): readonly Hostile[] => Object.entries(makers).map(([name, make]) => ({ name, make }));
