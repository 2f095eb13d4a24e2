/** Class names of a CSS module: vite makes them unique. `theme/class-names.test.ts` finds names that do not exist. */
declare module '*.module.css' {
  const classes: Readonly<Record<string, string>>;
  // oxlint-disable-next-line import/no-default-export -- vite's form of a CSS module
  export default classes;
}

declare module '*.css';
