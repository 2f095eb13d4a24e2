import type { JsonObject } from '@kb/apimachinery';

const httpConfig: JsonObject = {
  followRedirects: true,
  authorization: { type: 'Bearer', credentials: { name: 'alerts', key: 'token' } },
  tlsConfig: { serverName: 'hooks.example.com', minVersion: 'TLS12' },
};

/** A receiver that notifies a team in four ways. */
const receiver = (team: string): JsonObject => ({
  name: team,
  slackConfigs: [
    {
      apiURL: { name: 'slack', key: 'url' },
      channel: `#${team}`,
      sendResolved: true,
      title: '{{ .CommonLabels.alertname }}',
      text: '{{ range .Alerts }}{{ .Annotations.summary }}{{ end }}',
      fields: [
        { title: 'Severity', value: '{{ .CommonLabels.severity }}', short: true },
        { title: 'Cluster', value: '{{ .CommonLabels.cluster }}', short: true },
      ],
      httpConfig,
    },
  ],
  webhookConfigs: [{ urlSecret: { name: team, key: 'hook' }, sendResolved: true, maxAlerts: 20, httpConfig }],
  emailConfigs: [
    {
      to: `${team}@example.com`,
      from: 'alerts@example.com',
      smarthost: 'mail.example.com:587',
      requireTLS: true,
      headers: [{ key: 'Subject', value: 'Alert' }],
    },
  ],
  pagerdutyConfigs: [
    { routingKey: { name: 'pagerduty', key: team }, severity: 'critical', details: [{ key: 'team', value: team }] },
  ],
});

const teams = ['network', 'storage', 'shop', 'platform'];

/** An AlertmanagerConfig with four receivers. */
export const alertmanagerConfig: JsonObject = {
  apiVersion: 'monitoring.coreos.com/v1alpha1',
  kind: 'AlertmanagerConfig',
  metadata: { name: 'teams', labels: { app: 'alerts' } },
  spec: {
    route: {
      receiver: 'platform',
      groupBy: ['alertname', 'cluster'],
      groupWait: '30s',
      groupInterval: '5m',
      repeatInterval: '12h',
      routes: teams.map((team) => ({
        receiver: team,
        matchers: [{ name: 'team', matchType: '=', value: team }],
        muteTimeIntervals: ['weekend'],
      })),
    },
    receivers: teams.map(receiver),
    inhibitRules: [
      {
        sourceMatch: [{ name: 'severity', matchType: '=', value: 'critical' }],
        targetMatch: [{ name: 'severity', matchType: '=~', value: 'warning|info' }],
        equal: ['alertname', 'cluster'],
      },
    ],
    muteTimeIntervals: [
      {
        name: 'weekend',
        timeIntervals: [
          { weekdays: ['saturday', 'sunday'], times: [{ startTime: '00:00', endTime: '24:00' }], years: ['2026:2030'] },
        ],
      },
    ],
  },
};
