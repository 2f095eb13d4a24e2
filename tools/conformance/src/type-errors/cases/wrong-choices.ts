import type { CaseTable } from './type-error-case.ts';

const DOOR =
  'interface Door { name: string; width?: int32; colour: "red" | "blue"; inner: { handle: string; screws: int32[] } }';

/** Keys that do not exist in a type. */
export const wrongChoices: readonly CaseTable[] = [
  {
    name: 'a misspelt key',
    rows: [
      ["Pick<Door, 'nmae'>", DOOR],
      ["Pick<Door, 'name' | 'colur'>", DOOR],
      ["Pick<Door, 'Name'>", DOOR],
      ["Pick<Door['inner'], 'handel'>", DOOR],
      ["Pick<PodSpec, 'nodeSelector' | 'toleration'>"],
      ["Pick<PodSpec, 'nodeSelektor'>"],
      ["Partial<Pick<Door, 'nam'>>", DOOR],
      ["Omit<Pick<Door, 'name' | 'with'>, 'name'>", DOOR],
      ["Record<string, Pick<Door, 'colours'>>", DOOR],
      ["Pick<Door, 'name'> & Pick<Door, 'widht'>", DOOR],
      ['Pick<Door, Keys>', `${DOOR} type Keys = 'name' | 'hight';`],
      ['Picked', `${DOOR} type Picked = Pick<Door, 'hight'>;`],
      ['Part<Door>', `${DOOR} type Part<T> = Pick<T, 'name'>;`],
      ['Pick<Door, 7>', DOOR],
      ['Pick<Door, string>', DOOR],
      ['Pick<Container, "imagePullPolice" | "image">'],
    ],
  },
  {
    name: 'a field that is not there',
    rows: [
      ["Door['nmae']", DOOR],
      ["Door['inner']['handel']", DOOR],
      ["Door['inner' | 'outer']", DOOR],
      ["PodSpec['contaners']"],
      ["PodSpec['containers'][number]['imag']"],
      ['Door[number]', DOOR],
      ["Door['inner']['screws']['0']['x']", DOOR],
      ['Door[string]', DOOR],
      ["Door['name']['size']", DOOR],
      ["(Door & { x: string })['y']", DOOR],
      ["Partial<Door>['heigth']", DOOR],
      ['Pair[2]', 'type Pair = [string, string];'],
      ['Field<Door>', `${DOOR} type Field<T> = T['name'];`],
      ["Field<Door, 'name'>", `${DOOR} type Field<T, K> = T[K];`],
      ['Door[Key]', `${DOOR} type Key = 'nam';`],
      ['Door[key]', `${DOOR} const key = 'name';`],
      ["typeof defaults['colour']", "const defaults = { color: 'red' } as const;"],
      ['(typeof modes)[2]', "const modes = ['a', 'b'] as const;"],
    ],
  },
  {
    name: 'a key in quotes is missing',
    rows: [
      ['Door[name]', DOOR],
      ['Pick<Door, name>', DOOR],
      ['Omit<Door, width>', DOOR],
    ],
  },
];
