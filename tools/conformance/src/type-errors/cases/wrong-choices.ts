import type { CaseTable } from '../type-error-case.ts';

const door =
  'interface Door { name: string; width?: int32; colour: "red" | "blue"; inner: { handle: string; screws: int32[] } }';

/** Keys that a type does not have. */
export const wrongChoices: readonly CaseTable[] = [
  {
    name: 'a misspelt key',
    rows: [
      ["Pick<Door, 'nmae'>", door],
      ["Pick<Door, 'name' | 'colur'>", door],
      ["Pick<Door, 'Name'>", door],
      ["Pick<Door['inner'], 'handel'>", door],
      ["Pick<PodSpec, 'nodeSelector' | 'toleration'>"],
      ["Pick<PodSpec, 'nodeSelektor'>"],
      ["Partial<Pick<Door, 'nam'>>", door],
      ["Omit<Pick<Door, 'name' | 'with'>, 'name'>", door],
      ["Record<string, Pick<Door, 'colours'>>", door],
      ["Pick<Door, 'name'> & Pick<Door, 'widht'>", door],
      ['Pick<Door, Keys>', `${door} type Keys = 'name' | 'hight';`],
      ['Picked', `${door} type Picked = Pick<Door, 'hight'>;`],
      ['Part<Door>', `${door} type Part<T> = Pick<T, 'name'>;`],
      ['Pick<Door, 7>', door],
      ['Pick<Door, string>', door],
      ['Pick<Container, "imagePullPolice" | "image">'],
    ],
  },
  {
    name: 'a field that is not there',
    rows: [
      ["Door['nmae']", door],
      ["Door['inner']['handel']", door],
      ["Door['inner' | 'outer']", door],
      ["PodSpec['contaners']"],
      ["PodSpec['containers'][number]['imag']"],
      ['Door[number]', door],
      ["Door['inner']['screws']['0']['x']", door],
      ['Door[string]', door],
      ["Door['name']['size']", door],
      ["(Door & { x: string })['y']", door],
      ["Partial<Door>['heigth']", door],
      ['Pair[2]', 'type Pair = [string, string];'],
      ['Field<Door>', `${door} type Field<T> = T['name'];`],
      ["Field<Door, 'name'>", `${door} type Field<T, K> = T[K];`],
      ['Door[Key]', `${door} type Key = 'nam';`],
      ['Door[key]', `${door} const key = 'name';`],
      ["typeof defaults['colour']", "const defaults = { color: 'red' } as const;"],
      ['(typeof modes)[2]', "const modes = ['a', 'b'] as const;"],
    ],
  },
  {
    name: 'a key in quotes is missing',
    rows: [
      ['Door[name]', door],
      ['Pick<Door, name>', door],
      ['Omit<Door, width>', door],
    ],
  },
];
