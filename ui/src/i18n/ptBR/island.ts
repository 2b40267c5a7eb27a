import type { Catalogue } from "../catalogue";
import { count, dollars, number, percent, tenths } from "./numbers";

type Island = Pick<
  Catalogue,
  "island" | "session" | "time" | "limits" | "mode" | "outcome" | "compact" | "queue"
>;

/** O que dizem a pílula, a lista de sessões e a fila. */
export const island: Island = {
  island: {
    label: "Vults",
    quiet: "Nenhum agente em atividade",
    settings: "Configurações",
    paused: "Em pausa: os agentes perguntam no terminal",
    resume: "Retomar",
    drift: (agent, partial, since) =>
      partial
        ? `${agent}: faltam alguns hooks desde ${since}`
        : `${agent}: faltam os hooks desde ${since}`,
  },
  session: {
    status: {
      waits_here: "Espera por você",
      waits_in_terminal: "Espera no terminal",
      failed: "Parou com um erro",
      working: "Pensando",
      compacting: "Resumindo a conversa",
      in_background: "Em segundo plano",
      done: "Concluída",
      interrupted: "Interrompida",
      quiet: "Em silêncio",
      started: "Pronta",
      ended: "Encerrada",
      gone: "O processo dela sumiu",
    },
    step: {
      command: "Executando {step}",
      edit: "Editando {step}",
      read: "Lendo {step}",
      open: "Abrindo {step}",
      subagent: "Iniciando {step}",
      tool: "Usando {step}",
      serverTool: "{server}: {step}",
    },
    hooks: {
      blocked: "Bloqueado por um hook",
      says: "Hook: {words}",
      trouble: {
        failed: "Um hook falhou",
        timed_out: "Um hook passou do tempo",
        settings: "Configuração de hook sem efeito",
        slow: "Um hook está lento",
      },
      title: "O que os hooks fizeram",
      show: (project) => `O que os hooks fizeram em ${project}`,
      point: {
        session_start: "Quando a sessão começou",
        before_tool: "Antes de uma ferramenta",
        after_tool: "Depois de uma ferramenta",
        stop: "Quando o turno terminou",
      },
      before: "antes",
      after: "depois",
      end: {
        blocked: "bloqueou",
        slow: "lento",
        signalled: "encerrado por um sinal",
        timed_out: "passou do tempo",
        failed: (code) => `falhou com o código ${code}`,
        not_started: "não iniciou",
      },
      milliseconds: (ms) => `${number(ms)} ms`,
      seconds: (seconds) => `${tenths(seconds)} s`,
      more: (hooks) => count(hooks, { one: "mais # hook", other: "mais # hooks" }),
      settings: "Configuração dos hooks",
    },
    waitsInTerminalSince: (since) => `Espera no terminal desde ${since}`,
    subagents: (subagents) => count(subagents, { one: "# subagente", other: "# subagentes" }),
    background: (commands) =>
      count(commands, {
        one: "# comando em segundo plano",
        other: "# comandos em segundo plano",
      }),
    cost: (microUsd) => dollars(microUsd),
    costAt: (microUsd) => `${dollars(microUsd)} a preços de API`,
    costNote: "Custos a preços de API, pela conta de cada agente",
    handedBack: "Pergunta no terminal",
    takeAgain: "Voltar a receber cartões",
    untrusted: "Hooks do projeto sem confiança",
    review: "Rever",
    all: "Sessões",
    list: (others) =>
      others === 0
        ? "Mostrar a sessão"
        : count(others, {
            one: "Mostrar a sessão e mais # sessão",
            other: "Mostrar a sessão e mais # sessões",
          }),
    more: (more) => `+${number(more)}`,
  },
  time: {
    now: "agora",
    minutes: (minutes) => `${number(minutes)} min`,
    hours: (hours, minutes) =>
      minutes === 0 ? `${number(hours)} h` : `${number(hours)} h ${number(minutes)} min`,
    days: (days) => count(days, { one: "# dia", other: "# dias" }),
  },
  limits: {
    label: "Planos",
    used: percent,
    minutes: (minutes) => count(minutes, { one: "# minuto", other: "# minutos" }),
    hours: (hours) => count(hours, { one: "# hora", other: "# horas" }),
    days: (days) => count(days, { one: "# dia", other: "# dias" }),
    weeks: (weeks) => count(weeks, { one: "Semana", other: "# semanas" }),
    resets: (day, time) => {
      if (time === null) return `renova em ${day}`;
      return day === null ? `renova às ${time}` : `renova ${day} às ${time}`;
    },
    told: (ago) => `de ${ago} atrás`,
    anew: "renovou",
  },
  mode: {
    accept_edits: "aceita edições",
    plan: "modo de plano",
    auto: "modo automático",
    dont_ask: "nunca pergunta",
    bypass_permissions: "ignora permissões",
  },
  outcome: {
    says: {
      allowed: "Permitido",
      denied: "Negado",
      answered: "Respondido",
      released: "Devolvido ao terminal",
      too_late: "Tarde demais: o agente já não esperava",
      answered_in_terminal: "Respondido no terminal",
      withdrawn: "O agente deixou de esperar",
      expired: "Tempo esgotado: pergunta no terminal",
      not_drawn: "Não exibido a tempo ou inteiro: pergunta no terminal",
      allowed_by_rule: "Permitido pela sua regra",
      handed_back: "Devolvida: pergunta no terminal",
      paused: "Em pausa: pergunta no terminal",
      ran_all_the_same: "Foi executado mesmo assim: o terminal respondeu antes",
      blocked_by_hook: "Bloqueado por um hook",
      hooks_trusted: "Hooks de confiança",
      hooks_put_off: "Hooks sem confiança: não rodam",
      hooks_changed: "Os hooks mudaram nesse meio-tempo: sem confiança",
      hooks_not_kept: "Hooks sem confiança: não foi possível guardar",
    },
    before: (says) => `${says}:`,
  },
  compact: {
    label: "À espera",
    open: "Abrir o cartão",
  },
  queue: {
    label: "Também esperam",
    bring: "Trazer para a frente",
    left: (minutes, seconds) => `${minutes}:${String(seconds).padStart(2, "0")}`,
    edit: "Editar {name}",
    editMany: (files) => count(files, { one: "Editar # arquivo", other: "Editar # arquivos" }),
    create: "Criar {name}",
    createMany: (files) => count(files, { one: "Criar # arquivo", other: "Criar # arquivos" }),
    delete: "Apagar {name}",
    deleteMany: (files) => count(files, { one: "Apagar # arquivo", other: "Apagar # arquivos" }),
    open: "Abrir {name}",
    subagent: "Iniciar {name}",
    subagentAny: "Iniciar um subagente",
    subagentFor: "Iniciar {name}: {words}",
    subagentAnyFor: "Iniciar um subagente: {words}",
    plan: "Plano: {line}",
    question: "Pergunta: {line}",
    questions: (questions) =>
      count(questions, { one: "Faz # pergunta: {line}", other: "Faz # perguntas: {line}" }),
    use: "Usar {name}",
    useOf: "{server}: {name}",
  },
};
