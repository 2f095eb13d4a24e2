import { text } from '../../scaffold/scaffold-file.ts';

/** `Chart.yaml`, which the author owns from then on. */
export function chartDefinition(name: string, description: string): string {
  return text(`
    apiVersion: v2
    name: ${name}
    description: ${description}
    type: application
    # The version of the chart, and that of the operator: a release gives both on the command line.
    version: 0.1.0
    appVersion: "0.1.0"
    keywords:
    - kubernetes
    - operator
  `);
}

/** `.helmignore`: what "helm package" leaves out. */
export const HELM_IGNORE = text(`
  # Left out of the packed chart.
  .DS_Store
  .git/
  .gitignore
  *.bak
  *.orig
  *.swp
  *.tmp
  *~
  .idea/
  .vscode/
`);

/**
 * `templates/_helpers.tpl`: the names, the labels and the image. `account`: what the account's name ends with;
 * undefined if the operator has none of its own.
 */
export function helpers(chart: string, account: string | undefined): string {
  return nameHelpers(chart) + imageHelper(chart) + (account === undefined ? '' : accountHelper(chart, account));
}

/** Where the names of objects come from, as Helm writes it. */
interface NameSources {
  readonly name: string;
  readonly release: string;
}

const namesOfChart: NameSources = { name: '.Chart.Name', release: '.Release.Name' };

/** The helpers of names and labels. `sources`: of the operator. Default: this chart and its release. */
export function nameHelpers(chart: string, { name, release }: NameSources = namesOfChart): string {
  return text(`
    {{/* The name in labels. */}}
    {{- define "${chart}.name" -}}
    {{- default ${name} .Values.nameOverride | trunc 63 | trimSuffix "-" }}
    {{- end }}

    {{/* The start of all names. */}}
    {{- define "${chart}.fullname" -}}
    {{- $name := default ${name} .Values.nameOverride }}
    {{- if .Values.fullnameOverride }}
    {{- .Values.fullnameOverride | trunc 63 | trimSuffix "-" }}
    {{- else if contains $name ${release} }}
    {{- ${release} | trunc 63 | trimSuffix "-" }}
    {{- else }}
    {{- printf "%s-%s" ${release} $name | trunc 63 | trimSuffix "-" }}
    {{- end }}
    {{- end }}

    {{/* The name of an object: at most 63 characters, of which the end is never cut. */}}
    {{- define "${chart}.resourceName" -}}
    {{- $room := sub 62 (len .suffix) | int }}
    {{- printf "%s-%s" (include "${chart}.fullname" .context | trunc $room | trimSuffix "-") .suffix }}
    {{- end }}

    {{/* What selectors select: the objects of one release. */}}
    {{- define "${chart}.selectorLabels" -}}
    app.kubernetes.io/name: {{ include "${chart}.name" . | quote }}
    app.kubernetes.io/instance: {{ .Release.Name | quote }}
    {{- end }}

    {{/* The labels of every object. */}}
    {{- define "${chart}.labels" -}}
    helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" | trunc 63 | trimSuffix "-" | quote }}
    {{ include "${chart}.selectorLabels" . }}
    app.kubernetes.io/managed-by: {{ .Release.Service | quote }}
    {{- end }}
  `);
}

function accountHelper(chart: string, account: string): string {
  return text(`

    {{/* The account of the operator. */}}
    {{- define "${chart}.serviceAccountName" -}}
    {{- if .Values.serviceAccount.name }}
    {{- .Values.serviceAccount.name }}
    {{- else if .Values.serviceAccount.enabled }}
    {{- include "${chart}.resourceName" (dict "suffix" "${account}" "context" $) }}
    {{- else }}
    {{- "default" }}
    {{- end }}
    {{- end }}
  `);
}

function imageHelper(chart: string): string {
  return text(`

    {{/* The image of the operator. */}}
    {{- define "${chart}.image" -}}
    {{- $image := .Values.manager.image }}
    {{- if $image.reference }}
    {{- $image.reference }}
    {{- else if $image.digest }}
    {{- printf "%s@%s" $image.repository $image.digest }}
    {{- else }}
    {{- printf "%s:%s" $image.repository (default .Chart.AppVersion $image.tag) }}
    {{- end }}
    {{- end }}
  `);
}

/** `templates/NOTES.txt`: what helm prints after an installation. */
export function notes(
  chart: string,
  manager: string,
  { hasCrds, crdsChart }: { readonly hasCrds: boolean; readonly crdsChart: boolean },
): string {
  const crds = crdsChart
    ? `
    The CustomResourceDefinitions are in the chart ${chart}-crds, which has to be installed first.`
    : '';
  return text(`
    {{ .Chart.Name }} {{ .Chart.AppVersion }} is deployed as the release {{ .Release.Name }}.

    Watch the operator start:
      kubectl --namespace {{ .Release.Namespace }} get deployment {{ include "${chart}.resourceName" (dict "suffix" "${manager}" "context" $) }}
    ${
      hasCrds
        ? `{{- if and .Values.crd.enabled .Values.crd.keep }}

    The CustomResourceDefinitions, and the objects of their kinds, stay when the release is uninstalled.
    {{- end }}`
        : crds
    }
  `);
}
