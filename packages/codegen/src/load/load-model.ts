import type { Model } from '../model/model.ts';
import { checkedFindings, foreignModules } from './checked-findings.ts';
import { typeErrorsIn } from './check/type-errors.ts';
import type { LoadOptions } from './load-options.ts';
import { apiSources, loadSources, openSources, sourcesIn } from './load-sources.ts';
import { readCompilerSettings } from './program/compiler-settings.ts';
import { nestedTooDeeply, reportNesting } from './report-nesting.ts';

/** Reads the sources of a project. Reports all problems; invalid parts are left out of the model. */
export function loadModel(options: LoadOptions): Model {
  try {
    return readModel(options);
  } catch (error) {
    // The compiler's stack overflowed: only afterwards can the source be identified.
    const { reader, reporter, controllerFolders } = options;
    const names = [...apiSources(options), ...controllerFolders.flatMap((folder) => sourcesIn(reader, folder))];
    if (!(error instanceof RangeError) || !(reportNesting(names, reader, reporter) || reportDepth(options)))
      throw error;
    return { groupVersions: [], kinds: [], types: new Map(), permissions: [], webhooks: [], webhookConfigurations: [] };
  }
}

/** Reports types that are nested more deeply than the compiler can follow. Returns whether there are any. */
function reportDepth(options: LoadOptions): boolean {
  const { reader, reporter, apiPackages } = options;
  const settings = readCompilerSettings(apiPackages, reader);
  const sources = openSources(options, { library: 'small', settings });
  loadSources(options, sources);
  const deep = sources.findings.found.filter(({ finding }) => finding.code === nestedTooDeeply.code);
  for (const { span, finding } of deep) reporter.report(span, finding);
  return deep.length > 0;
}

/**
 * The small library suffices for most sources, and reading reports an error wherever it does not. Then everything is
 * read again, with the whole library and the imported packages, and only errors of this second reading count.
 */
function readModel(options: LoadOptions): Model {
  const { reader, reporter, apiPackages } = options;
  const settings = readCompilerSettings(apiPackages, reader);
  let sources = openSources(options, { library: 'small', settings });
  let { checker } = sources.program;
  let errors = typeErrorsIn(sources.program, sources.nodes, settings);
  if (errors.length > 0) {
    const library = { followed: foreignModules(errors) };
    sources = openSources(options, { library, settings });
    ({ checker } = sources.program);
    errors = typeErrorsIn(sources.program, sources.nodes, settings);
    if (errors.length > 0 && !settings.nulls) {
      const lax = openSources(options, { library, settings, nulls: false });
      checker = lax.program.checker;
      errors = typeErrorsIn(lax.program, lax.nodes, settings);
    }
  }
  const model = loadSources(options, sources);
  for (const { span, finding } of checkedFindings(sources, errors, checker)) reporter.report(span, finding);
  return model;
}
