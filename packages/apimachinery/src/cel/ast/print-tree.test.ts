import { expect, test } from 'vitest';
import { ACCUMULATOR, type CallExpr, type Expr, type Literal } from './expr.ts';
import { printTree } from './print-tree.ts';

const place = { id: 1, offset: 0 };

function literal(value: Literal): Expr {
  return { ...place, kind: 'literal', ...value };
}

function ident(name: string): Expr {
  return { ...place, kind: 'ident', name };
}

function call(name: string, args: readonly Expr[], target?: Expr): CallExpr {
  return { ...place, kind: 'call', name, args, ...(target !== undefined && { target }) };
}

test.each<[Literal, string]>([
  [{ type: 'null' }, 'null'],
  [{ type: 'bool', value: true }, 'true'],
  [{ type: 'int', value: -9_223_372_036_854_775_808n }, '-9223372036854775808'],
  [{ type: 'uint', value: 7 }, '7u'],
  [{ type: 'double', value: 1e6 }, '1e+06'],
  [{ type: 'string', value: 'a"\u0007\u{1f600}' }, String.raw`"a\"\a😀"`],
  [{ type: 'bytes', value: Uint8Array.of(0x61, 0xff, 0xc3, 0xbf, 0xc3, 0x22) }, String.raw`b"a\xffÿ\xc3\""`],
])('a constant is printed as cel-go prints it: %o', (value, text) => {
  expect(printTree(literal(value))).toBe(text);
});

test('calls, lists, maps and objects are printed with a line for each of their parts', () => {
  const one = literal({ type: 'int', value: 1 });
  const size = call('size', [], { ...place, kind: 'select', operand: ident('self'), field: 'items', isTest: false });
  const test = { ...place, kind: 'select', operand: ident('self'), field: 'a', isTest: true } as const;
  const list = { ...place, kind: 'list', elements: [one, test], optionals: [0] } as const;
  const map = { ...place, kind: 'map', entries: [{ ...place, key: one, value: list, isOptional: true }] } as const;
  const fields = [{ ...place, name: 'f', value: map, isOptional: false }];
  const struct = { ...place, kind: 'struct', typeName: 'T', fields } as const;
  expect(printTree(call('_==_', [size, struct]))).toBe(
    [
      '_==_(',
      '  self.items.size(),',
      '  T{',
      '    f:{',
      '      ?1:[',
      '        1,',
      '        self.a~test-only~',
      '      ]',
      '    }',
      '  }',
      ')',
    ].join('\n'),
  );
});

test('a loop is printed with its parts, and each node with its mark', () => {
  const accumulator = ident(ACCUMULATOR);
  const loop: Expr = {
    ...place,
    kind: 'comprehension',
    range: ident('self'),
    variable: 'i',
    secondVariable: 'x',
    accumulator: ACCUMULATOR,
    init: literal({ type: 'bool', value: true }),
    condition: call('@not_strictly_false', [accumulator]),
    step: ident('x'),
    result: accumulator,
  };
  expect(printTree(loop, (node) => ('kind' in node ? `~${node.kind}` : ''))).toBe(
    [
      '__comprehension__(',
      '  // Variable',
      '  i,',
      '  x,',
      '  // Target',
      '  self~ident,',
      '  // Accumulator',
      '  @result,',
      '  // Init',
      '  true~literal,',
      '  // LoopCondition',
      '  @not_strictly_false(',
      '    @result~ident',
      '  )~call,',
      '  // LoopStep',
      '  x~ident,',
      '  // Result',
      '  @result~ident)~comprehension',
    ].join('\n'),
  );
});
