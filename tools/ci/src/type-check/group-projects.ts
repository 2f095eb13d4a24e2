import path from 'node:path';

/** A project of the compiler. */
export interface Project {
  /** Its tsconfig.json; absolute. */
  readonly file: string;
  readonly config: {
    readonly extends?: string;
    readonly compilerOptions?: Readonly<Record<string, unknown>>;
    readonly include?: readonly string[];
    readonly exclude?: readonly string[];
  };
}

/** Projects that the compiler can check in one run. */
export interface ProjectGroup {
  /** The configuration of all of them, with absolute paths. */
  readonly config: Project['config'];
  readonly files: readonly string[];
}

/** Groups projects with the same options. */
export function groupProjects(projects: readonly Project[]): readonly ProjectGroup[] {
  const groups = Map.groupBy(projects, ({ file, config }) =>
    JSON.stringify([baseOf(file, config), sorted(config.compilerOptions ?? {})]),
  );
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const base = baseOf(first.file, first.config);
    const absolute = (of: 'include' | 'exclude'): readonly string[] =>
      group.flatMap(({ file, config }) =>
        (config[of] ?? []).map((pattern) => path.posix.join(path.dirname(file), pattern)),
      );
    const config = {
      ...(base !== undefined && { extends: base }),
      compilerOptions: first.config.compilerOptions ?? {},
      include: absolute('include'),
      exclude: absolute('exclude'),
    };
    return [{ config, files: group.map(({ file }) => file) }];
  });
}

function sorted(options: Readonly<Record<string, unknown>>): readonly (readonly [string, unknown])[] {
  return Object.entries(options).toSorted(([a], [b]) => (a < b ? -1 : 1));
}

function baseOf(file: string, config: Project['config']): string | undefined {
  return config.extends === undefined ? undefined : path.resolve(path.dirname(file), config.extends);
}

/** Reads which projects the script `typecheck` of a package checks: `tsc -p tsconfig.json && tsc -p src/page`. */
export function projectsOfScript(script: string | undefined): readonly string[] {
  if (script === undefined) return [];
  return script.split('&&').map((command) => {
    const [program, option, project, ...more] = command.trim().split(/\s+/);
    if (program !== 'tsc' || option !== '-p' || project === undefined || more.length > 0)
      throw new Error(`a script typecheck should be "tsc -p PROJECT && …", not "${script}"`);
    return project.endsWith('.json') ? project : `${project}/tsconfig.json`;
  });
}
