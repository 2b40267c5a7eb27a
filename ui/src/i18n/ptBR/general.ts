import type { Catalogue } from "../catalogue";

/** O que diz a página geral das configurações. */
export const general: Catalogue["general"] = {
  title: "Geral",
  lead: "A aparência do Vults, e como ele conta o que acontece. O que você muda vale na hora.",
  looks: "Aparência",
  tells: "Avisos",
  runs: "Funcionamento",
  language: {
    title: "Idioma",
    system: (language) => `O da área de trabalho: ${language}`,
  },
  marks: {
    title: "Sessões",
    says: "Como uma sessão é desenhada na ilha.",
    birds: "Pássaros",
    plain: "Marcas simples",
  },
  screen: {
    title: "Tela",
    says: "Onde fica a ilha. Enquanto essa tela estiver desconectada, ela fica na principal.",
    primary: "A principal",
    named: (name, model) => `${name}: ${model}`,
    away: (name) => `${name}, que está desconectada`,
  },
  sounds: {
    title: "Sons",
    says: "Um som suave quando um agente pergunta, termina ou para com um erro.",
    hear: "Ouvir",
    asks: "Pergunta",
    finished: "Fim",
    failed: "Erro",
  },
  notifications: {
    title: "Notificações",
    says: "Da área de trabalho, enquanto a ilha está fora da vista. Dizem qual é o agente e nunca o que ele faz, e nenhum pedido é respondido nelas.",
  },
  quiet: {
    title: "Não perturbe",
    says: "Nenhum som e nenhuma notificação. Os cartões chegam à ilha como sempre.",
    until: (time) => `Até ${time}`,
    untilOther: (date, time) => `Até ${date}, ${time}`,
    halfAnHour: "Por 30 minutos",
    anHour: "Por 1 hora",
    tomorrow: "Até amanhã, 8:00",
    off: "Desligar",
  },
  start: {
    title: "Iniciar com a área de trabalho",
    says: "O Vults está lá quando você entra. É um item entre os que a sua área de trabalho inicia.",
  },
  cost: {
    title: "Custo e limites",
    says: "Quanto custa uma sessão, e quanto resta do seu plano. O Claude Code só informa isso à própria linha de status: onde você não tem nenhuma, o Vults põe uma que não mostra nada, e a dica “? for shortcuts” dá lugar a ela.",
  },
  quit: {
    title: "Encerrar",
    says: "Seus agentes continuam, e perguntam nos próprios terminais até você iniciar o Vults de novo.",
    act: "Encerrar o Vults",
  },
  file: "Tudo isto está em {file}, que você pode mudar à mão",
};
