/** The files of the standard library, such as `lib.es5.d.ts`. */
export function libraryTexts(): readonly { readonly fileName: string; readonly text: string }[];
