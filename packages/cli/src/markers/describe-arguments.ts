import { formatArgumentType, type ListedMarker, type MarkerTarget } from '@kb/codegen';

/** What a marker can stand on, in words. */
export const targetNames: Readonly<Record<MarkerTarget, string>> = {
  folder: 'a folder',
  type: 'a type',
  field: 'a field',
};

/** An argument of a marker, as the reference has it. */
export interface DescribedArgument {
  /** Empty: the marker's only value. */
  readonly name: string;
  readonly type: string;
  readonly optional: boolean;
  /** What it is for; absent where its name says it. */
  readonly summary?: string;
}

/** The arguments of a marker, in their order; none where it takes none. */
export function describedArguments({ arguments: taken }: ListedMarker): DescribedArgument[] {
  switch (taken.kind) {
    case 'none':
      return [];
    case 'value':
      return [{ name: '', type: formatArgumentType(taken.type), optional: taken.optional }];
    case 'named':
      return taken.arguments.map((argument) => ({ ...argument, type: formatArgumentType(argument.type) }));
  }
}
