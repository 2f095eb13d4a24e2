package main

import (
	"context"
	"os"

	"github.com/cert-manager/cert-manager/internal/webhook"
	"github.com/cert-manager/cert-manager/pkg/webhook/options"
	"github.com/go-logr/logr"
	"github.com/spf13/pflag"
)

// runWebhook serves the webhooks, with the flags of cert-manager's own command.
func runWebhook(ctx context.Context, args []string) error {
	configuration, err := options.NewWebhookConfiguration()
	if err != nil {
		return err
	}
	flags := pflag.NewFlagSet("webhook", pflag.ContinueOnError)
	options.AddConfigFlags(flags, configuration)
	if err := flags.Parse(args); err != nil {
		return err
	}
	if configuration.KubeConfig == "" {
		configuration.KubeConfig = os.Getenv("KUBECONFIG")
	}
	server, err := webhook.NewCertManagerWebhookServer(logr.FromContextOrDiscard(ctx), *configuration)
	if err != nil {
		return err
	}
	return server.Run(ctx)
}
