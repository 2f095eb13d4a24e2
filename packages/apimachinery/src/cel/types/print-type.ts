import type { CelType } from './cel-type.ts';

/** Prints a type as cel-go's messages and trees have it. */
export function printType(type: CelType): string {
  switch (type.kind) {
    case 'error':
      return '!error!';
    case 'list':
      return `list(${printType(type.element)})`;
    case 'map':
      return `map(${printType(type.key)}, ${printType(type.value)})`;
    case 'object':
    case 'parameter':
      return type.name;
    case 'opaque':
      return withParameters(type.name, type.parameters);
    case 'type':
      return withParameters('type', type.of === undefined ? [] : [type.of]);
    case 'wrapper':
      return `wrapper(${printType(type.of)})`;
    default:
      return type.kind;
  }
}

function withParameters(name: string, parameters: readonly CelType[]): string {
  return parameters.length === 0 ? name : `${name}(${parameters.map(printType).join(', ')})`;
}
