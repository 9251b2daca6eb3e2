{{/* The name of one half of the deployment: signboard-iceland-web. Called with (list . "web"). */}}
{{- define "signboard.name" -}}
{{- $ := index . 0 -}}
{{- printf "signboard-%s-%s" $.Values.tenant (index . 1) | trunc 63 | trimSuffix "-" -}}
{{- end -}}

{{/* What selects the pods of one half; may never change while a release lives. */}}
{{- define "signboard.selector" -}}
{{- $ := index . 0 -}}
app.kubernetes.io/name: signboard
app.kubernetes.io/instance: {{ $.Release.Name }}
app.kubernetes.io/component: {{ index . 1 }}
{{- end -}}

{{- define "signboard.labels" -}}
{{- $ := index . 0 -}}
{{ include "signboard.selector" . }}
app.kubernetes.io/managed-by: {{ $.Release.Service }}
app.kubernetes.io/part-of: signboard
dev.signboard.tenant: {{ $.Values.tenant }}
helm.sh/chart: {{ printf "%s-%s" $.Chart.Name $.Chart.Version | replace "+" "_" }}
{{- end -}}

{{/* The image of one half. Called with (list . "web" "signboard-iceland"). */}}
{{- define "signboard.image" -}}
{{- $ := index . 0 -}}
{{- $half := index $.Values (index . 1) -}}
{{- $name := printf "%s/%s" $.Values.registry (index . 2) -}}
{{- if $half.digest -}}
{{- printf "%s@%s" $name $half.digest -}}
{{- else -}}
{{- printf "%s:%s" $name (required (printf "%s.digest or %s.version has to be given" (index . 1) (index . 1)) $half.version) -}}
{{- end -}}
{{- end -}}

{{/* How every pod runs. Called with (list . "web" 101). */}}
{{- define "signboard.pod" -}}
{{- $ := index . 0 -}}
automountServiceAccountToken: false
enableServiceLinks: false
{{- with $.Values.imagePullSecrets }}
imagePullSecrets: {{ toJson . }}
{{- end }}
securityContext:
  runAsNonRoot: true
  runAsUser: {{ index . 2 }}
  runAsGroup: {{ index . 2 }}
  fsGroup: {{ index . 2 }}
  seccompProfile:
    type: RuntimeDefault
topologySpreadConstraints:
  - maxSkew: 1
    topologyKey: kubernetes.io/hostname
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels:
        {{- include "signboard.selector" (list $ (index . 1)) | nindent 8 }}
volumes:
  - name: tmp
    emptyDir:
      sizeLimit: {{ index . 3 }}
{{- end -}}

{{- define "signboard.container" -}}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities:
    drop: [ALL]
volumeMounts:
  - name: tmp
    mountPath: /tmp
{{- end -}}

{{/* Service, autoscaler and disruption budget of one half. Called with (list . "web"). */}}
{{- define "signboard.around" -}}
{{- $ := index . 0 -}}
{{- $name := include "signboard.name" . -}}
{{- $half := index $.Values (index . 1) -}}
apiVersion: v1
kind: Service
metadata:
  name: {{ $name }}
  labels:
    {{- include "signboard.labels" . | nindent 4 }}
spec:
  type: ClusterIP
  ports:
    - name: http
      port: 80
      targetPort: http
  selector:
    {{- include "signboard.selector" . | nindent 4 }}
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: {{ $name }}
  labels:
    {{- include "signboard.labels" . | nindent 4 }}
spec:
  maxUnavailable: 1
  selector:
    matchLabels:
      {{- include "signboard.selector" . | nindent 6 }}
{{- if $half.autoscaling.enabled }}
---
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  name: {{ $name }}
  labels:
    {{- include "signboard.labels" . | nindent 4 }}
spec:
  scaleTargetRef:
    apiVersion: apps/v1
    kind: Deployment
    name: {{ $name }}
  minReplicas: {{ $half.autoscaling.minReplicas }}
  maxReplicas: {{ $half.autoscaling.maxReplicas }}
  metrics:
    - type: Resource
      resource:
        name: cpu
        target:
          type: Utilization
          averageUtilization: {{ $half.autoscaling.targetCPUUtilizationPercentage }}
{{- end }}
{{- end -}}
