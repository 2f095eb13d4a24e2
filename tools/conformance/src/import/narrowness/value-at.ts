import type { JsonValue } from '@kb/apimachinery';
import { isJsonObject } from '@kb/apimachinery/codec';
import type { Step } from './places.ts';

/** The value at a place of an object. Undefined if the object has no such place. */
export function valueAt(root: JsonValue, steps: readonly Step[]): { readonly value: JsonValue } | undefined {
  let value: JsonValue = root;
  for (const step of steps) {
    const child = childOf(value, step);
    if (child === undefined) return undefined;
    value = child.value;
  }
  return { value };
}

/** A copy of an object with another value at a place; undefined removes it. */
export function withValueAt(root: JsonValue, steps: readonly Step[], value: JsonValue | undefined): JsonValue {
  const [step, ...rest] = steps;
  if (step === undefined) return value ?? null;
  const child = childOf(root, step);
  const replaced = rest.length === 0 ? value : withValueAt(child?.value ?? null, rest, value);
  if (Array.isArray(root)) return replaced === undefined ? root.slice(1) : [replaced, ...root.slice(1)];
  if (!isJsonObject(root)) return root;
  const key = child?.key ?? (step.into === 'property' ? step.name : '');
  const { [key]: _, ...others } = root;
  return replaced === undefined ? others : { ...others, [key]: replaced };
}

function childOf(value: JsonValue, step: Step): { readonly key: string; readonly value: JsonValue } | undefined {
  const [key, child] =
    step.into === 'item'
      ? ['0', Array.isArray(value) ? value[0] : undefined]
      : !isJsonObject(value)
        ? ['', undefined]
        : step.into === 'property'
          ? [step.name, Object.hasOwn(value, step.name) ? value[step.name] : undefined]
          : (Object.entries(value)[0] ?? ['', undefined]);
  return child === undefined ? undefined : { key, value: child };
}
