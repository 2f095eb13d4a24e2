import { trimBothOf, trimEndOf } from '@kb/apimachinery/codec';
import { CliError } from '../cli-error.ts';

/** RFC 1123 label, and labels joined by dots. */
const LABEL = '[a-z0-9]([-a-z0-9]*[a-z0-9])?';
const dns1123Label = new RegExp(`^${LABEL}$`);
const dns1123Subdomain = new RegExp(`^${LABEL}(\\.${LABEL})*$`);
const DNS1035_LABEL = /^[a-z]([-a-z0-9]*[a-z0-9])?$/;
/** Names of devices on Windows, where no file or folder has them, whatever its extension. */
const DEVICE_NAME = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/** Checks the suffix of the API groups. */
export function checkDomain(domain: string): void {
  if (domain.length > 253 || !dns1123Subdomain.test(domain)) {
    throw new CliError('KB_INVALID_DOMAIN', `"${domain}" is not a domain for API groups`, {
      hint: 'Expected lower-case words of letters, digits and "-", joined by dots, such as example.com (--domain).',
    });
  }
}

/** Checks the project's name: prefix of deployed objects, and npm scope. */
export function checkProjectName(name: string): void {
  if (name.length > 50 || !dns1123Label.test(name)) {
    throw new CliError('KB_INVALID_PROJECT_NAME', `"${name}" is not a project name`, {
      hint: 'Expected at most 50 lower-case letters, digits and "-", beginning and ending with a letter or digit (--project-name).',
    });
  }
}

/** Checks the location of the project. */
export function checkRepo(repo: string): void {
  if (!/^[\w.~-]+(\/[\w.~-]+)*$/.test(repo)) {
    throw new CliError('KB_INVALID_REPO', `"${repo}" is not a repository path`, {
      hint: 'Expected host and path without a scheme, such as example.com/api (--repo).',
    });
  }
}

/** Checks a group's own name together with the domain. Empty: the group is only the domain. */
export function checkGroup(group: string, domain: string): void {
  if (group === '' && domain === '') {
    throw new CliError('KB_INVALID_GROUP', 'the group cannot be empty when the project has no domain', {
      hint: 'Give --group, such as --group batch.',
    });
  }
  const full = [group, domain].filter((part) => part !== '').join('.');
  if (full.length > 253 || !dns1123Subdomain.test(full)) {
    throw new CliError('KB_INVALID_GROUP', `"${group}" is not an API group (in full: "${full}")`, {
      hint: 'Expected lower-case letters, digits, "-" and dots, such as batch (--group).',
    });
  }
  checkFileName(group === '' ? domain : group, 'KB_INVALID_GROUP');
}

/** Throws a CliError with a code if the name, which files will have, is one that Windows refuses. */
function checkFileName(
  name: string,
  code: 'KB_INVALID_GROUP' | 'KB_INVALID_KIND' | 'KB_INVALID_CONTROLLER_NAME',
): void {
  if (!DEVICE_NAME.test(name)) return;
  throw new CliError(code, `Windows refuses files with the name "${name}", so the project could not be used there`, {
    hint: 'Choose another name: con, prn, aux, nul, com0 to com9 and lpt0 to lpt9 are devices on Windows.',
  });
}

/** Checks a version: v1, v2beta1… */
export function checkVersion(version: string): void {
  if (!/^v[1-9][0-9]*((alpha|beta)[1-9][0-9]*)?$/.test(version)) {
    throw new CliError('KB_INVALID_VERSION', `"${version}" is not an API version`, {
      hint: 'Expected v1, v1beta1, v2alpha3 and the like (--version).',
    });
  }
}

/** Checks a kind: PascalCase, and a DNS label in lower case. */
export function checkKind(kind: string): void {
  if (kind.length > 63 || !/^[A-Z][A-Za-z0-9]*$/.test(kind)) {
    throw new CliError('KB_INVALID_KIND', `"${kind}" is not a kind`, {
      hint: 'Expected letters and digits in PascalCase, at most 63, such as AppService (--kind).',
    });
  }
  checkFileName(kind, 'KB_INVALID_KIND');
}

/** Checks a plural: a DNS label that begins with a letter. */
export function checkPlural(plural: string): void {
  if (plural.length > 63 || !DNS1035_LABEL.test(plural)) {
    throw new CliError('KB_INVALID_PLURAL', `"${plural}" is not a plural of a kind`, {
      hint: 'Expected lower-case letters, digits and "-", beginning with a letter, such as appservices (--plural).',
    });
  }
}

/** Checks the name of a namespace: a DNS label. */
export function checkNamespaceName(name: string): void {
  if (name.length > 63 || !/^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?$/.test(name)) {
    throw new CliError('KB_WRONG_FLAGS', `"${name}" is not a name of a namespace`, {
      hint: 'Expected lower-case letters, digits and "-", at most 63, such as shop-system (--namespace).',
      exitCode: 2,
    });
  }
}

/** Checks the name of a controller: a DNS label that begins with a letter. */
export function checkControllerName(name: string): void {
  if (name.length > 63 || !DNS1035_LABEL.test(name)) {
    throw new CliError('KB_INVALID_CONTROLLER_NAME', `"${name}" is not a name of a controller`, {
      hint: 'Expected lower-case letters, digits and "-", beginning with a letter, such as captain-backup (--controller-name).',
    });
  }
  checkFileName(name, 'KB_INVALID_CONTROLLER_NAME');
}

/** Derives a project name from a folder's name: characters that are not allowed become `-`. */
export function projectNameFrom(folder: string): string {
  const words = trimBothOf(folder.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-'), '-');
  const name = trimEndOf(words.slice(0, 50), '-');
  return name === '' ? 'operator' : name;
}
