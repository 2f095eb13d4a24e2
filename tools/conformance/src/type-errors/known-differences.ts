/** Cases in which the generator reports something else than the compiler: the name of the case, and the reason. */
export const knownDifferences: Readonly<Record<string, string>> = {
  'a misspelt name 2: Strng[]': 'the compiler suggests the interface String; kb suggests string, which has a schema',
  'an import that is missing or wrong 5: Door':
    'the compiler quotes the absolute path of the imported file, kb the specifier in the source',
};
