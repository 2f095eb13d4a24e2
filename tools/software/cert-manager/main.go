// The components of cert-manager as one program. The module of cert-manager has them as libraries; the modules of its
// commands have no versions. This path lies below cert-manager's, because some of these libraries are internal.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"github.com/go-logr/logr"
	"k8s.io/klog/v2"
	ctrl "sigs.k8s.io/controller-runtime"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM, syscall.SIGINT)
	defer stop()
	log := klog.NewKlogr()
	ctrl.SetLogger(log)
	if err := run(logr.NewContext(ctx, log), os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string) error {
	if len(args) == 0 {
		return fmt.Errorf("usage: cert-manager controller|webhook|cainjector [FLAGS OF THE WEBHOOK]")
	}
	switch args[0] {
	case "controller":
		return runController(ctx)
	case "webhook":
		return runWebhook(ctx, args[1:])
	case "cainjector":
		return runCAInjector(ctx)
	}
	return fmt.Errorf("there is no component %q", args[0])
}
