import type { Catalogue } from "../catalogue";
import { count, number } from "./numbers";

type Cards = Pick<Catalogue, "permission" | "plan" | "words" | "always" | "trust" | "questions">;

/** O que dizem os botões e os campos dos cartões. */
export const cards: Cards = {
  permission: {
    allow: "Permitir",
    deny: "Negar",
    withWords: "Negar com um recado",
    placeholder: "Diga por quê, ou o que fazer em vez disso",
    scroll: "Role até o fim para permitir",
    notWhole: "Para permitir, o cartão inteiro precisa estar na tela",
  },
  plan: {
    allow: "Aprovar",
    deny: "Planejar mais",
    withWords: "Planejar mais, com um recado",
    placeholder: "Diga o que deve mudar",
    scroll: "Role até o fim para aprovar",
    notWhole: "Para aprovar, o cartão inteiro precisa estar na tela",
    view: "Como o plano aparece",
    read: "Formatado",
    source: "Como foi escrito",
    image: "Imagem:",
    code: "Código",
    open: (target) => `Abrir ${target} no navegador`,
    tooLong: "Aparece como foi escrito: é longo demais para ser formatado",
  },
  words: {
    tooLong: "O agente só recebe os primeiros 2.000 bytes disto",
  },
  always: {
    command: "[Permitir sempre] exatamente este comando em {folder}",
    otherCommand: "[Permitir sempre] exatamente {what} em {folder}",
    tool: "[Permitir sempre] {what} com exatamente esta entrada em {folder}",
    projectCode: "Vale também para o que o código do próprio projeto fizer até lá",
  },
  trust: {
    label: (project) => `${project} tem hooks próprios que esperam pela sua confiança`,
    kind: "hooks próprios",
    wants: (commands) =>
      count(commands, { one: "executaria [# comando]", other: "executaria [# comandos]" }),
    event: {
      session_start: "Quando uma sessão começa",
      pre_tool_use: "Antes de uma ferramenta ser usada",
      post_tool_use: "Depois de uma ferramenta ser usada",
      stop: "Quando um turno termina",
    },
    matcher: "que combina com {matcher}",
    limit: (seconds) =>
      count(seconds, { one: "no máximo # segundo", other: "no máximo # segundos" }),
    file: "de",
    files: (files) => count(files, { one: "Cita # arquivo", other: "Cita # arquivos" }),
    starts: "O que estes arquivos iniciam ou carregam não aparece aqui.",
    noRoom: "Não aparece: não há espaço para ele aqui.",
    runs: "Estes comandos rodam com a sua conta, sem perguntar, sempre que um agente trabalha neste projeto.",
    tooMuch:
      "Há mais aqui do que cabe em um cartão. Leia os arquivos e depois execute {command} em um terminal nesta pasta.",
    unread:
      "Um arquivo que um comando cita não pode aparecer aqui. Veja o arquivo e depois execute {command} em um terminal nesta pasta.",
    trust: "Confiar nestes hooks",
    notNow: "Agora não",
    scroll: "Role até o fim para confiar",
    notWhole: "Para confiar, o cartão inteiro precisa estar na tela",
  },
  questions: {
    label: (agent, project) => `${agent} faz uma pergunta em ${project}`,
    step: (step, of) => `faz a [pergunta ${number(step)} de ${number(of)}]`,
    one: "Escolha uma",
    several: "Escolha uma ou mais",
    words: "Escreva sua própria resposta, ou escolha outra",
    tooLong: (characters) =>
      `Sua própria resposta tem ${number(characters)} caracteres; o máximo são 10.000`,
    scroll: "Role até o fim para continuar",
    notWhole: "Para responder, o cartão inteiro precisa estar na tela",
    other: "Sua própria resposta",
    own: "Outra coisa",
    back: "Voltar",
    next: "Próxima",
    send: "Enviar",
    sendAll: (questions) =>
      count(questions, { one: "Enviar # resposta", other: "Enviar # respostas" }),
  },
};
