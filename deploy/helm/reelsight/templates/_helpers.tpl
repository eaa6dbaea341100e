{{- define "reelsight.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{- define "reelsight.labels" -}}
app.kubernetes.io/name: reelsight
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}

{{/* Of a pod, without rights; given how videos are opened in a sandbox: values of `sandbox`. */}}
{{- define "reelsight.podSecurity" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
fsGroup: 10001
fsGroupChangePolicy: OnRootMismatch
seccompProfile:
  {{- if not .enabled }}
  type: RuntimeDefault
  {{- else if .localhostProfile }}
  type: Localhost
  localhostProfile: {{ .localhostProfile }}
  {{- else }}
  type: Unconfined
  {{- end }}
{{- end }}

{{- define "reelsight.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- if . }}
appArmorProfile:
  type: Unconfined
{{- end }}
{{- end }}

{{/* Secrets of the API, as a list in JSON: workers open strangers' files, and get none of them. */}}
{{- define "reelsight.apiSecrets" -}}
["REELSIGHT_ADMIN_TOKEN", "REELSIGHT_SESSION_SECRET", "REELSIGHT_BACKUP_PASSPHRASE"]
{{- end }}

{{/* Settings that all processes share; secrets are files. Given `root`, and the names of secrets `without`. */}}
{{- define "reelsight.env" -}}
{{- $without := .without }}
{{- range $name, $value := .root.Values.settings }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- range $name, $key := .root.Values.secretKeys }}
{{- if not (has $name $without) }}
- name: {{ $name }}_FILE
  value: /run/secrets/reelsight/{{ $key }}
{{- end }}
{{- end }}
{{- end }}

{{/* Given the same. */}}
{{- define "reelsight.volumes" -}}
{{- $without := .without }}
- name: secrets
  secret:
    secretName: {{ .root.Values.existingSecret }}
    defaultMode: 0440
    items:
      {{- range $name, $key := .root.Values.secretKeys }}
      {{- if not (has $name $without) }}
      - key: {{ $key }}
        path: {{ $key }}
      {{- end }}
      {{- end }}
- name: tmp
  emptyDir: {}
{{- end }}

{{- define "reelsight.mounts" -}}
- name: secrets
  mountPath: /run/secrets/reelsight
  readOnly: true
- name: tmp
  mountPath: /tmp
- name: data
  mountPath: /data
{{- end }}
