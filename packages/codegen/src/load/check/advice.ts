const CHOOSE = 'write one that exists: an editor lists them';
const SHAPE = 'give the field a type that the other allows too, or leave it out of the other with Omit';
const ARGUMENT = 'write a type that fulfils the constraint, or make the constraint wider';
const TWICE = 'rename one of the two, or delete it';
const TYPE_OF_VALUE = 'write typeof in front of a value whose type is meant, or declare a type';
const PLAIN = 'write the value in the form that its type requires';

/** What to do about errors of the compiler whose messages do not say so, by code. */
const advice: ReadonlyMap<number, string> = new Map([
  [1362, 'import it without type'],
  [1361, 'import it without type'],
  [1484, 'write import type, or type in front of the name'],
  [1294, 'write a union of literals instead: type Mode = "On" | "Off"'],
  [1061, "write its value: Name = 'name'"],
  [1205, 'write export type'],
  [2300, TWICE],
  [2304, 'declare it, or import it'],
  [2305, 'check its name there, and that it is exported'],
  [2306, 'it needs an export: write export in front of the type'],
  [2307, 'correct the path, or install the package; the generator resolves modules as the compiler does'],
  [2310, 'remove one extends of the cycle'],
  [2311, TWICE],
  [2312, 'write a type alias instead: type Name = Parent & { … }'],
  [2313, 'write a constraint that does not need the parameter itself'],
  [2314, 'write the types that it requires between < and >'],
  [2315, 'remove what is between < and >'],
  [2320, SHAPE],
  [2322, PLAIN],
  [2324, CHOOSE],
  [2339, CHOOSE],
  [2344, ARGUMENT],
  [2345, PLAIN],
  [2353, 'remove the key, or add it to the type'],
  [2374, 'keep one index signature of each type of key'],
  [2411, 'give the field a type that the index signature allows, or remove the index signature'],
  [2413, 'give the narrower index signature a type that the wider one allows'],
  [2428, 'write the same type parameters at each declaration of the interface'],
  [2430, SHAPE],
  [2451, TWICE],
  [2456, 'write the type that its values have'],
  [2459, 'write export in front of its declaration'],
  [2493, 'write an index that the tuple has'],
  [2499, 'extend an interface, or a type alias of an object'],
  [2503, 'import the namespace, or write the type without it'],
  [2502, 'write its type explicitly, instead of deriving it from itself'],
  [2526, 'write the name of the interface instead of this'],
  [2536, 'write a key that is certain to exist: K extends keyof T'],
  [2537, 'write a key that the type has'],
  [2538, "write a key in quotes, or number for the elements of a list: T['field'], T[number]"],
  [2552, CHOOSE],
  [2567, TWICE],
  [2589, 'write the type explicitly, or with fewer levels'],
  [2614, 'import it as the module exports it'],
  [2669, 'write an import or an export into the file, or take declare global away'],
  [2693, 'remove typeof, or write the name of a value'],
  [2694, 'check its name there, and that it is exported'],
  [2702, 'write the type without the name in front of it'],
  [2706, 'put parameters without a default first'],
  [2707, 'write as many types between < and > as it takes'],
  [2709, 'write the name of a type of the namespace: Namespace.Type'],
  [2716, 'write a default that does not need the parameter itself'],
  [2717, 'give it one type in all declarations of the interface, or another name'],
  [2724, CHOOSE],
  [2732, 'set resolveJsonModule in tsconfig.json'],
  [2741, 'write the key that is missing, or make it optional in the type'],
  [2749, TYPE_OF_VALUE],
  [4109, 'write the same type in both'],
  [6133, 'use it, or remove it'],
  [6196, 'use it, or remove it'],
  [7006, 'write its type'],
  [7022, 'write its type'],
  [7023, 'write its type'],
  [8020, 'write T | null'],
]);

/** Returns what to do about an error of the compiler whose message does not say so. */
export function adviceOn(code: number, message: string): string {
  if (message.includes("'@kb/kubernetes/"))
    return "write a group version after @kb/kubernetes/, such as '@kb/kubernetes/core/v1'; IntOrString, Quantity and RawExtension are in '@kb/apimachinery'";
  return advice.get(code) ?? 'tsc reports it too: fix it, and run kb generate again';
}
